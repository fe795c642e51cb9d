// A form that the server validates: each error appears at its field, and the typed values stay.

import { useRef, useState } from "preact/hooks";
import { HypersweepError } from "../../engine/errors.ts";
import type { App } from "../../app.ts";

/** A field: its texts, and attributes for browsers and password managers. */
export interface Field {
  name: string;
  label: string;
  autocomplete: string;
  /** explanation below the field */ about?: string;
  isSecret?: boolean;
  /** value of a hidden field, which tells password managers whose passphrase it is */ value?: string;
  /** returns the error in a value, or "" */ check?: (value: string) => string;
}

export type FormProps = {
  app: App;
  /** of the form, unique on the screen */ name: string;
  fields: readonly Field[];
  /** text of the button */ submit: string;
  isDangerous?: boolean;
  /** text of the box that makes secrets visible */ show: string;
  /** the field that each of the server's errors belongs to */ places: Record<string, string>;
  act: (values: Record<string, string>) => Promise<unknown>;
};

export function Form({ app, name, fields, submit, isDangerous, show, places, act }: FormProps) {
  const form = useRef<HTMLFormElement>(null);
  /** The error of each field; "" is the whole form. */
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [isShown, setShown] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const inputOf = (field: string) => form.current?.elements.namedItem(field) as HTMLInputElement;

  const send = async (event: Event) => {
    event.preventDefault();
    if (isBusy) return;
    const values = Object.fromEntries(fields.map((field) => [field.name, inputOf(field.name).value]));
    const checked = fields.map((field) => [field.name, field.check?.(values[field.name]) ?? ""]);
    const wrong = checked.filter(([, error]) => error);
    setErrors(Object.fromEntries(wrong));
    // Screen readers read the error together with its field.
    if (wrong.length) return inputOf(wrong[0][0]).focus();
    setBusy(true);
    try {
      await act(values);
    } catch (error) {
      await fail(error);
    } finally {
      setBusy(false);
    }
  };
  const fail = async (error: unknown) => {
    if (!(error instanceof HypersweepError)) return app.fail(error);
    const text = await app.errorText(error);
    const place = places[String(error.detail.what ?? "").replace("together_", "")] ?? "";
    const isHere = fields.some((field) => field.name === place && field.value === undefined);
    setErrors({ [isHere ? place : ""]: text });
    if (isHere) inputOf(place).select();
  };
  // With POST the values never appear in an address, even if this script fails.
  return (
    <form class="asking" method="post" noValidate ref={form} aria-busy={isBusy} onSubmit={send}>
      {fields.map((field) => {
        const { label, autocomplete, about, isSecret, value } = field;
        const id = `${name}-${field.name}`;
        const error = errors[field.name] ?? "";
        const [autocapitalize, autoCorrect] = ["none", "off"] as const;
        const same = { id, name: field.name, autocomplete, spellcheck: false, autocapitalize, autoCorrect };
        if (value !== undefined) {
          const input = <input {...same} type="text" defaultValue={value} readOnly tabIndex={-1} aria-hidden="true" />;
          return <div class="unseen" key={id}>{input}</div>;
        }
        return (
          <div class="field" key={id}>
            <label for={id}>{label}</label>
            <input {...same} type={(isSecret && !isShown ? "password" : "text") as "text"} required
              aria-invalid={error ? true : undefined} aria-describedby={`${id}-error${about ? ` ${id}-about` : ""}`}
              onInput={() => error && setErrors({ ...errors, [field.name]: "" })} />
            <p class="error" id={`${id}-error`}>{error}</p>
            {about && <p class="what" id={`${id}-about`}>{about}</p>}
          </div>
        );
      })}
      <label class="check row">
        <input type="checkbox" onChange={(event) => setShown(event.currentTarget.checked)} /> {show}
      </label>
      <p class="error" role="alert">{errors[""]}</p>
      <p class="buttons"><button type="submit" class={isDangerous ? "danger" : "primary"}>{submit}</button></p>
    </form>
  );
}
