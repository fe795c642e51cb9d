// Begins a study: from a file, from a board ID, or on an empty board.

import { useRef } from "preact/hooks";
import { HypersweepError } from "../../engine/errors.ts";
import { openAsStudy } from "../../multiplayer/new_room.ts";
import type { ComponentChildren, InputHTMLAttributes } from "preact";
import type { App } from "../../app.ts";

export function Beginning({ app }: { app: App }) {
  const text = (name: string) => app.text(`study.${name}`);
  const id = useRef<HTMLInputElement>(null);
  const board = useRef<HTMLInputElement>(null);
  const mines = useRef<HTMLInputElement>(null);
  const part = (name: string, content: ComponentChildren) => <section><h2>{text(name)}</h2>{content}</section>;
  const field = (name: string, input: InputHTMLAttributes<HTMLInputElement> & { id: string; ref?: any }) => (
    <p class="row">
      <label for={input.id}>{text(name)}</label>
      <input autocomplete="off" spellcheck={false} {...input} />
    </p>
  );
  const begin = async (event: Event) => {
    const [file] = (event.target as HTMLInputElement).files ?? [];
    if (file) await openAsStudy(app, { record: await file.text() });
  };
  const beginId = () => {
    const wanted = id.current?.value.trim();
    if (wanted) return openAsStudy(app, { board: wanted, mines: 0 });
    return app.fail(new HypersweepError("ParameterError", text("no_id")));
  };
  const beginBoard = () => {
    const wanted = board.current?.value.trim() ?? "";
    return openAsStudy(app, { board: wanted, mines: mines.current?.valueAsNumber || 0 });
  };
  return (
    <div class="study-beginning">
      <h1>{text("new")}</h1>
      <p>{text("about")}</p>
      {part("from_file", (
        field("file", { id: "study-file", type: "file", accept: ".sweep,text/plain", onChange: begin })
      ))}
      {part("from_id", (
        <>
          {field("board_id", { id: "study-id", ref: id, maxLength: 20_000 })}
          <button type="button" onClick={beginId}>{text("begin_id")}</button>
        </>
      ))}
      {part("from_board", (
        <>
          {field("board", { id: "study-board", ref: board, defaultValue: "9x9", maxLength: 100 })}
          {field("mines", {
            id: "study-mines", ref: mines, type: "number", inputMode: "numeric", defaultValue: "10", min: 0, max: 1e6,
          })}
          <button type="button" class="primary" onClick={beginBoard}>{text("begin_board")}</button>
        </>
      ))}
      <p class="about">{text("from_elsewhere")}</p>
    </div>
  );
}
