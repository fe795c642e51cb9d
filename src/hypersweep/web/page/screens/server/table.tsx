// A table of the server's data, with a button that loads more rows.

import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { AskedScreen } from "./server_screen.tsx";

/** A part of a list; `next` requests the following part, null after the last one. */
export type Page<Row> = { rows: readonly Row[]; next: string | number | null };
/** A row's cells, its key, and its class. */
type Cells = { key: string; class?: string; cells: ComponentChildren[] };

type TableProps<Row> = {
  /** its texts name the columns: "head_NAME" */ screen: Pick<AskedScreen<unknown>, "app" | "text">;
  caption: string;
  /** shown in place of a table without rows */ empty: string;
  /** names of the columns; those that begin with "#" are for numbers */ heads: readonly string[];
  /** the column that names the rows */ header?: number;
  page: Page<Row>;
  more?: (next: string | number) => Promise<Page<Row>>;
  cellsOf: (row: Row) => Cells;
};

export function Table<Row>({ screen, caption, empty, heads, header = 0, page: first, more, cellsOf }: TableProps<Row>) {
  const [pages, setPages] = useState([first]);
  const [isBusy, setBusy] = useState(false);
  const body = useRef<HTMLTableSectionElement>(null);
  // If another list has replaced this one, drop its pages.
  const shown = pages[0] === first ? pages : [first];
  const { rows: latest, next } = shown[shown.length - 1];
  const rows = shown.flatMap((page) => page.rows);
  const classOf = (place: number) => (heads[place].startsWith("#") ? "number" : undefined);
  const texts = heads.map((name) => screen.text(`head_${name.replace("#", "")}`));
  useLayoutEffect(() => {
    // The pressed button may be gone.
    const row = shown.length > 1 && body.current?.rows[rows.length - latest.length];
    if (row) row.querySelector<HTMLElement>("a, button")?.focus();
  }, [shown.length]);

  const load = async () => {
    if (isBusy || next === null || !more) return;
    setBusy(true);
    await more(next).then((page) => setPages([...shown, page]), (error) => screen.app.fail(error));
    setBusy(false);
  };
  if (!rows.length) return <p class="empty">{empty}</p>;
  // On phones CSS may display rows as blocks; the roles keep them rows for screen readers.
  return (
    <>
      <div class="scroll">
        <table class="asked-table" role="table">
          <caption class="unseen">{caption}</caption>
          <thead role="rowgroup">
            <tr role="row">
              {texts.map((text, place) => <th class={classOf(place)} scope="col" role="columnheader">{text}</th>)}
            </tr>
          </thead>
          <tbody role="rowgroup" ref={body}>
            {rows.map(cellsOf).map(({ key, class: name, cells }) => (
              <tr role="row" key={key} class={name}>
                {cells.map((cell, place) => place === header
                  ? <th scope="row" role="rowheader">{cell}</th>
                  : <td role="cell" class={classOf(place)} data-head={texts[place]}>{cell}</td>)}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {next !== null && (
        <p class="buttons"><button type="button" aria-busy={isBusy} onClick={load}>{screen.text("more")}</button></p>
      )}
    </>
  );
}
