// The account screen: guests can create an account with a name and a passphrase, or sign in; accounts can be managed.
// The server validates its forms: each error appears at its field, and the typed values stay.

import { createRef, type ComponentChildren } from "preact";
import { useRef, useState } from "preact/hooks";
import { LabelledButton } from "../frame/buttons.tsx";
import { copyText } from "../frame/clipboard.tsx";
import { download } from "../frame/download.ts";
import { ask } from "../multiplayer/http.ts";
import { tellIdentity } from "../multiplayer/me.ts";
import { Answer, AskedScreen } from "./server_screen.tsx";
import { HypersweepError } from "../engine/errors.ts";
import type { App } from "../app.ts";
import type { Account, Me } from "../data/protocol.ts";

/** Minimum length of a passphrase, and maximum length of a name. */
const LEAST = 8;
const LONGEST = 32;
/** The field that each error belongs to. */
const PLACES = { name: "name", name_taken: "name", passphrase: "passphrase", sign_in: "passphrase", recovery: "code" };
/** The fields in forms that have a new passphrase besides the old one or a code. */
const NEW_PLACES = { ...PLACES, passphrase: "new" };

type Found = {
  /** null for new visitors */ me: Me | null;
  /** null for guests */ account: Account | null;
  /** why the person is banned; "" if they aren't */ banned: string;
  /** new recovery codes: shown until the player leaves the screen, and never again */ codes: readonly string[];
};

type PartProps = { name: string; about?: string; children: ComponentChildren };
type OwnForm = Omit<FormProps, "app" | "show" | "places"> & Partial<FormProps>;

export default class AccountScreen extends AskedScreen<Found> {
  #heading = createRef<HTMLHeadingElement>();
  #codes: readonly string[] = [];

  constructor(app: App) {
    super(app, "account");
  }

  async ask(signal: AbortSignal): Promise<Found> {
    try {
      const me: Me | null = await ask("/api/me", { signal });
      const account = me && !(me.is_guest ?? true) ? await ask("/api/account", { signal }) : null;
      if (!account) this.#codes = [];
      return { me, account, banned: "", codes: this.#codes };
    } catch (error: any) {
      if (error?.detail?.what !== "together_banned" || !error.detail.me) throw error;
      return { me: error.detail.me, account: null, banned: await this.app.errorText(error), codes: [] };
    }
  }

  View = () => (
    <>
      <h1 tabIndex={-1} ref={this.#heading}>{this.title}</h1>
      <Answer asked={this.asked} class="account-body">{(found) => <this.Person found={found} />}</Answer>
    </>
  );

  Person = ({ found }: { found: Found }) => {
    const { me, account, banned, codes } = found;
    const isGuest = me?.is_guest ?? true;
    // Without an account nothing needs explaining: new visitors play as guests.
    const who = this.text(!me ? "nobody" : isGuest ? "guest" : "somebody", me ?? {});
    return (
      <>
        <p class="who" role={banned ? "alert" : undefined}>{banned || who}</p>
        {!banned && (
          <p class="ways row">
            {me && <a href={`#/person/${me.id}`}>{this.text("statistics")}</a>}
            {me?.is_admin && <a href="#/admin">{this.text("admin")}</a>}
          </p>
        )}
        {/* Each answer clears the forms. */}
        <div class="parts" key={found}>
          {codes.length > 0 && <this.NewCodes codes={codes} />}
          {!banned && isGuest && <this.Entry me={me} />}
          {me && !isGuest && <this.SignOut me={me} />}
          {me && account && <this.Passphrase me={me} />}
          {account && !codes.length && <this.CodesLeft {...account} />}
          {/* Banned people can still export and delete their data. */}
          {me && <this.Data />}
          {me && <this.Delete me={me} />}
        </div>
      </>
    );
  };

  Part = ({ name, about = this.text(`${name}_about`), children }: PartProps) => (
    <section class={`part panel ${name}`}>
      <h2>{this.text(name)}</h2>
      <p>{about}</p>
      {children}
    </section>
  );

  /** A part with one button, of the same name. */
  #buttonPart(name: string, act: () => Promise<void>, className?: string) {
    return <this.Part name={name}><p class="buttons">{this.button(name, act, { class: className })}</p></this.Part>;
  }

  FormPart = ({ name, about, ...props }: OwnForm & { about?: string }) => (
    <this.Part name={name} about={about}><this.Form name={name} {...props} /></this.Part>
  );

  Form = (props: OwnForm) => <Form app={this.app} show={this.text("show")} places={PLACES} {...props} />;

  #secret(autocomplete: "new-password" | "current-password", name = "passphrase"): Field {
    const isNew = autocomplete === "new-password";
    const check = (value: string) => {
      if (!value) return this.text("no_passphrase");
      return isNew && [...value].length < LEAST ? this.text("short", { least: LEAST }) : "";
    };
    const label = this.text(name === "passphrase" ? "passphrase" : `passphrase_${name}`);
    const about = isNew ? this.text("passphrase_what", { least: LEAST }) : "";
    return { name, label, autocomplete, isSecret: true, check, about };
  }

  /** @param more - explanation, or the value of a hidden field */
  #name(more: { about?: string; value?: string } = {}): Field {
    const check = (value: string) => {
      if (!value.trim()) return this.text("no_name");
      return [...value.trim()].length > LONGEST ? this.text("long_name", { most: LONGEST }) : "";
    };
    return { name: "name", label: this.text("name"), autocomplete: "username", check, ...more };
  }

  /**
   * The fields for proving an identity: name and passphrase.
   * @param name - of the person, if they are signed in
   */
  #proof(name?: string) {
    return [this.#name({ value: name }), this.#secret("current-password")];
  }

  /** The forms to create an account, to sign in, and to recover an account. */
  Entry = ({ me }: { me: Me | null }) => {
    const signIn = ({ name, passphrase }: Record<string, string>) => {
      return this.#change("signed_in", "sign-in", { name: name.trim(), passphrase });
    };
    const register = async ({ name, passphrase }: Record<string, string>) => {
      if (!me) await ask("/api/session", { body: {} });
      await this.#change("registered", "register", { name: name.trim(), passphrase });
    };
    const recover = ({ name, code, new: passphrase }: Record<string, string>) => {
      return this.#change("recovered", "recover", { name: name.trim(), code: code.trim(), passphrase });
    };
    const check = (value: string) => (value.trim() ? "" : this.text("no_code"));
    const code: Field = { name: "code", label: this.text("code"), autocomplete: "one-time-code", check };
    const name = this.#name({ about: this.text("name_what") });
    return (
      <>
        <this.FormPart name="register" fields={[name, this.#secret("new-password")]} submit={this.text("register")}
          act={register} />
        <this.FormPart name="sign_in" fields={this.#proof()} submit={this.text("sign_in")} act={signIn} />
        <details class="part panel recover">
          <summary>{this.text("recover")}</summary>
          <this.Form name="recover" fields={[this.#name(), code, this.#secret("new-password", "new")]}
            submit={this.text("recover_now")} places={NEW_PLACES} act={recover} />
        </details>
      </>
    );
  };

  NewCodes = ({ codes }: { codes: readonly string[] }) => (
    <this.Part name="codes">
      <ol>{codes.map((code) => <li key={code}>{code}</li>)}</ol>
      <p class="buttons">
        <LabelledButton text={this.app.text("page.copy")} label={this.text("codes_copy")}
          onClick={() => copyText(this.app, codes.join("\n"), { what: this.text("codes") })} />
      </p>
    </this.Part>
  );

  CodesLeft = ({ name, codes_left: count }: Account) => (
    <this.FormPart name="codes" about={this.text("codes_left", { count })} fields={this.#proof(name)}
      submit={this.text("codes_make")} act={({ passphrase }) => this.#change("codes_made", "codes", { passphrase })} />
  );

  SignOut = ({ me }: { me: Me }) => this.#buttonPart("sign_out", () => this.#change("signed_out", "sign-out", {}, me));

  Passphrase = ({ me }: { me: Me }) => (
    <this.FormPart name="change" fields={[...this.#proof(me.name), this.#secret("new-password", "new")]}
      submit={this.text("change")} places={NEW_PLACES}
      act={({ passphrase, new: next }) => this.#change("changed", "passphrase", { old: passphrase, new: next }, me)} />
  );

  Data = () => {
    const save = async () => {
      const data = await ask("/api/account/export", { signal: this.stop.signal });
      const text = `${JSON.stringify(data, null, 2)}\n`;
      download(new Blob([text], { type: "application/json" }), "hypersweep-account.json");
      this.app.say(this.text("exported"));
    };
    return this.#buttonPart("export", save);
  };

  Delete = ({ me }: { me: Me }) => {
    const sure = async ({ passphrase }: Record<string, string>) => {
      const answers = { yes: this.text("delete_yes"), no: this.text("delete_no"), kind: "danger" } as const;
      if (!(await this.app.confirm(this.text("delete_asked", me), answers))) return;
      await this.#change("deleted", "delete", passphrase ? { passphrase } : {}, me);
    };
    if (me.is_guest ?? true) return this.#buttonPart("delete", () => sure({}), "danger");
    const fields = this.#proof(me.name);
    return <this.FormPart name="delete" fields={fields} submit={this.text("delete")} isDangerous act={sure} />;
  };

  /**
   * Send a request that changes who is signed in, and show the screen from the top.
   * @param confirmation - name of the confirmation's message
   * @param me - the person that it names if the answer names none
   */
  async #change(confirmation: string, act: string, body: Record<string, string>, me?: Me) {
    const found = await ask(`/api/account/${act}`, { body });
    if (found?.codes) this.#codes = found.codes;
    tellIdentity();
    if (this.stop.signal.aborted) return;
    this.app.say(this.text(confirmation, found ?? me));
    this.#heading.current?.focus({ preventScroll: true });
    this.#heading.current?.scrollIntoView({ block: "nearest" });
  }
}

/** A field: its texts, and attributes for browsers and password managers. */
interface Field {
  name: string;
  label: string;
  autocomplete: string;
  /** explanation below the field */ about?: string;
  isSecret?: boolean;
  /** value of a hidden field, which tells password managers whose passphrase it is */ value?: string;
  /** returns the error in a value, or "" */ check?: (value: string) => string;
}

type FormProps = {
  app: App;
  /** of the form, unique on the screen */ name: string;
  fields: readonly Field[];
  /** text of the button */ submit: string;
  isDangerous?: boolean;
  /** text of the box that makes secrets visible */ show: string;
  /** the field that each of the server's errors belongs to */ places: Record<string, string>;
  act: (values: Record<string, string>) => Promise<unknown>;
};

function Form({ app, name, fields, submit, isDangerous, show, places, act }: FormProps) {
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
