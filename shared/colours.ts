/** The colours of each theme as CSS custom properties. The site and the operator's report use these colours. */
export const colours = {
  dark: '--ground:#0a1120;--deep:#070c17;--surface:#111a2e;--surface-2:#182340;--line:#26334f;--line-strong:#5b6d99;--text:#eef3fb;--muted:#b0bdd5;--accent:#2dd4bf;--accent-strong:#5eead4;--accent-2:#38bdf8;--on-accent:#03211d;--accent-soft:#2dd4bf1f;--warm:#f5b544;--on-warm:#2b1a00;--danger:#ff9c93;--danger-ground:#5a1a1f;--on-danger:#ffe9e7;--scrim:#050a14c7',
  light:
    '--ground:#f7f9fc;--deep:#e9eef6;--surface:#fff;--surface-2:#eef2f8;--line:#d5deea;--line-strong:#7687a5;--text:#0d1830;--muted:#404f6a;--accent:#0f766e;--accent-strong:#0b5e58;--accent-2:#0369a1;--on-accent:#fff;--accent-soft:#0f766e14;--warm:#f5b544;--on-warm:#2b1a00;--danger:#b42318;--danger-ground:#b42318;--on-danger:#fff;--scrim:#0d183066',
} as const;
