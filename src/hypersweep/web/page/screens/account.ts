// The account screen: guests can create an account with a name and a passphrase, or sign in; accounts can be managed.

import { copyText } from "../frame/clipboard.tsx";
import { button, download, node } from "../frame/elements.ts";
import { Asked } from "./asking/asked.ts";
import { Form, type Field } from "./asking/form.ts";
import { ask } from "../together/http.ts";
import { identity, tellIdentity } from "../together/me.ts";
import type { App, Place } from "../app.ts";
import type { Account, Me } from "../data/protocol.ts";

/** Minimum length of a passphrase, and maximum length of a name. */
const LEAST = 8;
const LONGEST = 32;
/** The field that each error belongs to. */
const PLACES = { name: "name", name_taken: "name", passphrase: "passphrase", sign_in: "passphrase", recovery: "code" };

export default class AccountScreen {
  title;
  asked;
  heading?: HTMLHeadingElement;
  keys = "account";
  commands: Record<string, (...values: any[]) => unknown> = {};
  #stop = new AbortController();
  #forms: Form[] = [];
  #body = node("div", "account-body");
  /** New recovery codes: shown until the player leaves the screen, and never again. */
  #codes: string[] = [];

  constructor(public app: App, _place: Place) {
    this.title = app.text("account.title");
    this.asked = new Asked(app, this.#body, this.#stop.signal);
    identity.addEventListener("change", () => this.#load(), { signal: this.#stop.signal });
  }

  #text(name: string, values?: any) {
    return this.app.text(`account.${name}`, values);
  }

  show(element: HTMLElement) {
    element.classList.add("flat", "asking-page");
    this.heading = node("h1", "", this.title);
    this.heading.tabIndex = -1;
    element.append(this.heading, this.#body);
    return this.#load();
  }

  leave() {
    this.#stop.abort();
    for (const form of this.#forms) form.clear();
  }

  #load() {
    let why = "";
    let account: Account | null = null;
    const who = async (signal: AbortSignal) => {
      try {
        const me = await ask("/api/me", { signal });
        if (me && !(me.is_guest ?? true)) account = await ask("/api/account", { signal });
        return me;
      } catch (error: any) {
        if (error?.detail?.what !== "together_banned" || !error.detail.me) throw error;
        why = await this.app.told(error);
        return error.detail.me;
      }
    };
    return this.asked.show(who, (me: Me | null) => (me && why ? this.#fillBanned(me, why) : this.#fill(me, account)));
  }

  /**
   * @param me - null for new visitors
   * @param account - null for guests
   */
  #fill(me: Me | null, account: Account | null) {
    for (const form of this.#forms) form.clear();
    this.#forms = [];
    // Without an account nothing needs explaining: new visitors play as guests.
    const isGuest = me?.is_guest ?? true;
    const who = node("p", "who", this.#text(!me ? "nobody" : isGuest ? "guest" : "somebody", me ?? {}));
    const ways = node("p", "ways");
    if (me) ways.append(this.#link(`person/${me.id}`, "statistics"));
    if (me?.is_admin) ways.append(this.#link("admin", "admin"));
    const parts = !me || isGuest ? [this.#register(me), this.#signIn(), this.#recover()] : [this.#signOut(me), this.#passphrase(me)];
    if (!account) this.#codes = [];
    else if (this.#codes.length) parts.unshift(this.#newCodes());
    else parts.push(this.#codesLeft(account));
    if (me) parts.push(this.#data(), this.#delete(me, isGuest));
    this.#body.replaceChildren(who, ways, node("div", "parts", ...parts));
  }

  #link(address: string, name: string) {
    const link = node("a", "", this.#text(name));
    link.href = `#/${address}`;
    return link;
  }

  #part(name: string, ...children: (Node | string)[]) {
    return node("section", `part ${name}`, node("h2", "", this.#text(name)), node("p", "", this.#text(`${name}_about`)), ...children);
  }

  #form(how: ConstructorParameters<typeof Form>[1], act: (values: Record<string, string>) => Promise<unknown>) {
    const form = new Form(this.app, { places: PLACES, show: this.#text("show"), ...how }, act);
    this.#forms.push(form);
    return form.element;
  }

  #secret(autocomplete: "new-password" | "current-password", name = "passphrase"): Field {
    const isNew = autocomplete === "new-password";
    const check = (value: string) => {
      if (!value) return this.#text("no_passphrase");
      return isNew && [...value].length < LEAST ? this.#text("short", { least: LEAST }) : "";
    };
    const label = this.#text(name === "passphrase" ? "passphrase" : `passphrase_${name}`);
    return { name, label, autocomplete, isSecret: true, check, ...(isNew ? { about: this.#text("passphrase_what", { least: LEAST }) } : {}) };
  }

  #name(about = ""): Field {
    const check = (value: string) => {
      if (!value.trim()) return this.#text("no_name");
      return [...value.trim()].length > LONGEST ? this.#text("long_name", { most: LONGEST }) : "";
    };
    return { name: "name", label: this.#text("name"), autocomplete: "username", about, check };
  }

  #register(me: Me | null) {
    const how = { fields: [this.#name(this.#text("name_what")), this.#secret("new-password")], submit: this.#text("register") };
    const form = this.#form(how, async ({ name, passphrase }) => {
      if (!me) await ask("/api/session", { body: {} });
      await this.#change("registered", this.#keepCodes(ask("/api/account/register", { body: { name: name.trim(), passphrase } })));
    });
    return this.#part("register", form);
  }

  #signIn() {
    const how = { fields: [this.#name(), this.#secret("current-password")], submit: this.#text("sign_in") };
    const form = this.#form(how, ({ name, passphrase }) =>
      this.#change("signed_in", ask("/api/account/sign-in", { body: { name: name.trim(), passphrase } })),
    );
    return this.#part("sign_in", form);
  }

  #recover() {
    const check = (value: string) => (value.trim() ? "" : this.#text("no_code"));
    const code = { name: "code", label: this.#text("code"), autocomplete: "one-time-code", check };
    const fields = [this.#name(), code, this.#secret("new-password", "new")];
    const how = { fields, submit: this.#text("recover_now"), places: { ...PLACES, passphrase: "new" } };
    const form = this.#form(how, ({ name, code: typed, new: passphrase }) =>
      this.#change("recovered", ask("/api/account/recover", { body: { name: name.trim(), code: typed.trim(), passphrase } })),
    );
    return node("details", "part recover", node("summary", "", this.#text("recover")), form);
  }

  #newCodes() {
    const codes = this.#codes;
    const copy = button(this.app.text("page.copy"), () => copyText(this.app, codes.join("\n"), { what: this.#text("codes") }), { label: this.#text("codes_copy") });
    return this.#part("codes", node("ol", "", ...codes.map((code) => node("li", "", code))), node("p", "buttons", copy));
  }

  #codesLeft(account: Account) {
    const fields = [{ ...this.#name(), value: account.name }, this.#secret("current-password")];
    const form = this.#form({ fields, submit: this.#text("codes_make") }, ({ passphrase }) =>
      this.#change("codes_made", this.#keepCodes(ask("/api/account/codes", { body: { passphrase } }))),
    );
    return node("section", "part codes", node("h2", "", this.#text("codes")), node("p", "", this.#text("codes_left", { count: account.codes_left })), form);
  }

  async #keepCodes<T extends {codes?: string[]}>(answer: Promise<T>): Promise<T> {
    const found = await answer;
    this.#codes = found.codes ?? [];
    return found;
  }

  #signOut(me: Me) {
    const out = button(this.#text("sign_out"), () => this.#try(() => this.#change("signed_out", ask("/api/account/sign-out", { body: {} }), me)));
    return this.#part("sign_out", node("p", "buttons", out));
  }

  #passphrase(me: Me) {
    const owner = { ...this.#name(), value: me.name };
    const how = {
      fields: [owner, this.#secret("current-password"), this.#secret("new-password", "new")],
      submit: this.#text("change"),
      places: { ...PLACES, passphrase: "new" },
    };
    const form = this.#form(how, ({ passphrase, new: next }) =>
      this.#change("changed", ask("/api/account/passphrase", { body: { old: passphrase, new: next } }), me),
    );
    return this.#part("change", form);
  }

  #data() {
    const save = button(this.#text("export"), () =>
      this.#try(async () => {
        const data = await ask("/api/account/export", { signal: this.#stop.signal });
        download(new Blob([`${JSON.stringify(data, null, 2)}\n`], { type: "application/json" }), "hypersweep-account.json");
        this.app.say(this.#text("exported"));
      }),
    );
    return this.#part("export", node("p", "buttons", save));
  }

  /** Banned people can still export and delete their data. */
  #fillBanned(me: Me, why: string) {
    for (const form of this.#forms) form.clear();
    this.#forms = [];
    const isGuest = me.is_guest ?? true;
    const told = node("p", "who", why);
    told.setAttribute("role", "alert");
    this.#body.replaceChildren(told, node("div", "parts", ...(isGuest ? [] : [this.#signOut(me)]), this.#data(), this.#delete(me, isGuest)));
  }

  #delete(me: Me, isGuest: boolean) {
    const sure = async (body: Record<string, string>) => {
      if (!(await this.app.confirm(this.#text("delete_asked", me), { yes: this.#text("delete_yes"), no: this.#text("delete_no") }))) return;
      await this.#change("deleted", ask("/api/account/delete", { body }), me);
    };
    if (isGuest) {
      const all = button(this.#text("delete"), () => this.#try(() => sure({})), { className: "danger" });
      return this.#part("delete", node("p", "buttons", all));
    }
    const fields = [{ ...this.#name(), value: me.name }, this.#secret("current-password")];
    return this.#part("delete", this.#form({ fields, submit: this.#text("delete"), isDangerous: true }, ({ passphrase }) => sure({ passphrase })));
  }

  /** The signed-in person has changed: rebuild the screen, and show it from the top. */
  async #change(said: string, done: Promise<any>, before?: Me) {
    const me = await done;
    tellIdentity();
    if (this.#stop.signal.aborted) return;
    this.app.say(this.#text(said, me ?? before));
    this.heading?.focus({ preventScroll: true });
    this.heading?.scrollIntoView({ block: "nearest" });
  }

  async #try(act: () => Promise<unknown>) {
    try {
      await act();
    } catch (error) {
      if (!this.#stop.signal.aborted) await this.app.fail(error);
    }
  }
}
