import type { ReactNode } from 'react';
import type { Draw } from './plots.ts';

/** A table with the data of a plot. The first column names the rows. */
export type Table = {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
};

export type FigureProps = {
  readonly id: string;
  /** What the plot shows. */
  readonly title: string;
  /** Said in place of the rest where there is nothing to show; false where there is something. */
  readonly none: string | false;
  /** What the plot says, in a sentence or two. */
  readonly summary: string;
  readonly legend?: ReactNode;
  readonly plot: Draw;
  readonly table: Table;
  /** Whether it stands beside others. */
  readonly compact?: boolean;
};

function Plot({ id, className, svg }: { id: string; className: string; svg: string }) {
  return (
    <div
      className={className}
      role="img"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-summary`}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: an SVG element that Plot has drawn
      dangerouslySetInnerHTML={{ __html: svg }}
    />
  );
}

/** A table whose first column names the rows. */
export function TableView({ columns, rows }: Table) {
  return (
    <table>
      <thead>
        <tr>
          {columns.map((column) => (
            <th scope="col" key={column}>
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([head, ...cells], index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: files in two folders may have the same name
          <tr key={index}>
            <th scope="row">{head}</th>
            {cells.map((cell, at) => (
              <td key={columns[at + 1]}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** A plot with its title, what it says, and a table with the same data. */
export function Figure({ id, title, none, summary, legend, plot, table, compact = false }: FigureProps) {
  return (
    <figure className={compact ? 'card compact' : 'card'} aria-labelledby={`${id}-title`}>
      <figcaption>
        <h3 id={`${id}-title`}>{title}</h3>
        <p id={`${id}-summary`}>{none || summary}</p>
        {!none && legend}
      </figcaption>
      {!none && (
        <>
          {!compact && <Plot id={id} className="wide" svg={plot(false)} />}
          <Plot id={id} className={compact ? 'small' : 'narrow'} svg={plot(true)} />
          <details>
            <summary id={`${id}-table`}>
              Table<span className="hidden">: {title}</span>
            </summary>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must be able to scroll it */}
            <section className="scroll" tabIndex={0} aria-labelledby={`${id}-table`}>
              <TableView {...table} />
            </section>
          </details>
        </>
      )}
    </figure>
  );
}
