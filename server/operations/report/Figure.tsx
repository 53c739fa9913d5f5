import type { PlotOptions } from '@observablehq/plot';
import { useId } from 'react';
import { draw } from './plots.ts';

type TableProps = {
  readonly columns: readonly string[];
  /** The first cell of each row is the row's heading. */
  readonly rows: readonly (readonly string[])[];
};

function Table({ columns, rows }: TableProps) {
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
        {rows.map(([head, ...cells]) => (
          <tr key={`${head} ${cells[0]}`}>
            <th scope="row">{head}</th>
            {cells.map((cell, index) => (
              <td key={columns[index + 1]}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

type FigureProps = TableProps & {
  readonly title: string;
  readonly summary: string;
  /** A drawing of the table's numbers. */
  readonly plot?: PlotOptions;
};

/** A plot, and a table of the same numbers for readers who cannot see the plot. Without `plot`, only the table. */
export function Figure({ title, summary, plot, ...table }: FigureProps) {
  const id = useId();
  const hasData = table.rows.length > 0;
  return (
    <figure className="card" aria-labelledby={id}>
      <figcaption>
        <h2 id={id}>{title}</h2>
        <p>{hasData ? summary : 'There is nothing to show.'}</p>
      </figcaption>
      {hasData && plot && (
        <>
          {/* biome-ignore lint/security/noDangerouslySetInnerHtml: an SVG element that Plot has drawn */}
          <div className="drawing" aria-hidden dangerouslySetInnerHTML={{ __html: draw(plot) }} />
          <details>
            <summary aria-label={`Table: ${title}`}>Table</summary>
            <Table {...table} />
          </details>
        </>
      )}
      {hasData && !plot && <Table {...table} />}
    </figure>
  );
}
