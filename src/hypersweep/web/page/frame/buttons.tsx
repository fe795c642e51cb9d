// Buttons whose accessible name is longer than their text, and buttons that ask before they act.

import type { ButtonHTMLAttributes } from "preact";
import { useState } from "preact/hooks";
import type { App } from "../app.ts";

export type Attributes = Omit<ButtonHTMLAttributes<HTMLButtonElement>, "label"> & { [name: `data-${string}`]: string };

/** A button with a short text or only a symbol. */
export function LabelledButton({ text, label, ...more }: Attributes & { text: string; label: string }) {
  // Speech control needs the visible text in the name, if it can be spoken.
  const name = /[\p{L}\p{N}]/u.test(text) ? `${text}: ${label}` : label;
  return <button type="button" aria-label={name} title={label} {...more}>{text}</button>;
}

type Sure = Attributes & { app: App; text: string; sure: string; label?: string; act: () => unknown };

/**
 * A button for something that can't be undone: it must be pressed twice.
 * @param props - `sure`: its text after the first press; `act` runs on the second
 */
export function SureButton({ app, text, sure, label, act, ...more }: Sure) {
  const [isSure, setSure] = useState(false);
  const shown = isSure ? sure : text;
  const name = label && `${shown}: ${label}`;
  const press = () => {
    if (isSure) act();
    else app.announce(sure, "sure");
    setSure(true);
  };
  return (
    <button type="button" aria-label={name} onBlur={() => setSure(false)} onClick={press} {...more}>
      {shown}
    </button>
  );
}
