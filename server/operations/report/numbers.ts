const grouped = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });

/** `12 345`, with no-break spaces. */
export function amountOf(count: number): string {
  return grouped.format(count).replaceAll(',', '\u00a0');
}

/** `1 order`, `3 orders`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${amountOf(count)} ${count === 1 ? one : many}`;
}

function short(value: number, digits: number): string {
  return value >= 100 ? amountOf(value) : String(Number(value.toPrecision(value >= 10 ? 3 : digits)));
}

const units = [
  { name: 'h', milliseconds: 60 * 60 * 1000 },
  { name: 'min', milliseconds: 60 * 1000 },
  { name: 's', milliseconds: 1000 },
  { name: 'ms', milliseconds: 1 },
] as const;
const day = 24 * 60 * 60 * 1000;

/** `0`, `0.3 ms`, `2.5 s`, `12 min`, `5 h`, `1 day`, `3.5 days`, `-` for none. `digits`: of a number below ten. */
export function durationOf(milliseconds: number | undefined, digits = 2): string {
  if (milliseconds === undefined) return '-';
  if (milliseconds === 0) return '0';
  if (milliseconds >= day) {
    const days = short(milliseconds / day, digits);
    return `${days}\u00a0${days === '1' ? 'day' : 'days'}`;
  }
  const unit = units.find((candidate) => milliseconds >= candidate.milliseconds) ?? { name: 'ms', milliseconds: 1 };
  return `${short(milliseconds / unit.milliseconds, digits)}\u00a0${unit.name}`;
}

/** `98.2%`; what is not all is never `100%`, what is not nothing never `0%`. */
export function shareOf(part: number, whole: number): string {
  const percent = whole === 0 ? 0 : (100 * part) / whole;
  if (part > 0 && percent < 0.1) return 'under 0.1%';
  if (part < whole && percent > 99.9) return 'over 99.9%';
  return `${Number(percent.toFixed(1))}%`;
}
