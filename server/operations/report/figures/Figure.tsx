import type { ReactNode } from 'react';

/** A table with the data of a plot. The first column names the rows. */
export type Table = {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
};

/** The size of a drawing in units of its viewBox. `narrow`: for a telephone, or beside other drawings. */
export type PlotSize = { readonly width: number; readonly narrow: boolean };

export type FigureProps = {
  readonly id: string;
  /** What the plot shows. */
  readonly title: string;
  /** What it says, in a sentence or two. */
  readonly summary: string;
  readonly legend?: ReactNode;
  /** Undefined: there is nothing to show, and the summary says why. */
  readonly plot: ((size: PlotSize) => PlotDrawing) | undefined;
  readonly table?: Table;
  /** Whether it stands beside others. */
  readonly compact?: boolean;
};

export type PlotDrawing = { readonly height: number; readonly drawing: ReactNode };

const wide: PlotSize = { width: 760, narrow: false };
const narrow: PlotSize = { width: 320, narrow: true };

function Plot({ id, size, className, plot }: { id: string; size: PlotSize; className: string; plot: PlotDrawing }) {
  return (
    // biome-ignore lint/a11y/noSvgWithoutTitle: the figure's title names it
    <svg
      className={className}
      role="img"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-summary`}
      viewBox={`0 0 ${size.width} ${plot.height}`}
    >
      {plot.drawing}
    </svg>
  );
}

function DataTable({ id, title, table: { columns, rows } }: { id: string; title: string; table: Table }) {
  const [first, ...others] = columns;
  return (
    <details>
      <summary id={`${id}-table`}>
        Table<span className="hidden">: {title}</span>
      </summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must be able to scroll it */}
      <section className="scroll" tabIndex={0} aria-labelledby={`${id}-table`}>
        <table>
          <thead>
            <tr>
              <th scope="col">{first}</th>
              {others.map((column) => (
                <th scope="col" key={column}>
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(([head = '', ...cells]) => (
              <tr key={`${head} ${cells[0]}`}>
                <th scope="row">{head}</th>
                {cells.map((cell, index) => (
                  <td key={columns[index + 1]}>{cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  );
}

/** A plot with its title, what it says, and a table with the same data. */
export function Figure({ id, title, summary, legend, plot, table, compact = false }: FigureProps) {
  return (
    <figure className={compact ? 'card compact' : 'card'} aria-labelledby={`${id}-title`}>
      <figcaption>
        <h3 id={`${id}-title`}>{title}</h3>
        <p id={`${id}-summary`}>{summary}</p>
        {plot && legend}
      </figcaption>
      {plot && !compact && <Plot id={id} size={wide} className="wide" plot={plot(wide)} />}
      {plot && <Plot id={id} size={narrow} className={compact ? 'small' : 'narrow'} plot={plot(narrow)} />}
      {plot && table && <DataTable id={id} title={title} table={table} />}
    </figure>
  );
}
