// Draws the sheet that the model describes. It gets the functions that it shares with the first
// script (`sheets.js`), so that both are one file each.


export class Sheet {
  constructor(act, dom) {
    const { make, icon } = dom;
    Object.assign(this, { act, dom, told: null, nodes: new Map(), places: [], returning: null });
    const symbol = (name, words, action) => {
      const button = make("button", { type: "button", class: "quiet", "aria-label": words }, icon(name));
      button.addEventListener("click", action);
      return button;
    };
    this.back = symbol("chevron", dom.localized("Back"), () => act({ type: "back" }));
    this.title = make("h2", { id: "sheet-title", tabindex: "-1", dir: "auto" });
    this.close = symbol("close", dom.localized("Close"), () => this.dialog.close());
    this.portrait = make("div", { class: "portrait" });
    this.portraitButtons = make("div", { class: "sheet-controls" });
    this.switches = make("div", { class: "sheet-switches" });
    this.sentence = make("p", { class: "soft", role: "status" });
    this.count = make("p", { class: "unseen", role: "status" });
    this.problem = make("p", { class: "problem", role: "alert" });
    this.success = make("p", { class: "success", role: "status" });
    this.form = make("form", { novalidate: true });
    // A search begins while its words are typed. One letter matches too much: Enter searches for
    // it.
    this.form.addEventListener("input", ({ target: { value } }) => {
      clearTimeout(this.timer);
      if ([...value.trim()].length !== 1) this.timer = setTimeout(() => { if (this.told?.form?.button.action === "search") this.form.requestSubmit(); }, dom.searchPause());
    });
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      clearTimeout(this.timer);
      this.form.querySelector("[aria-invalid=true]")?.focus(); // the same problem is not told twice
      act({ type: "press", action: this.told.form.button.action, ...Object.fromEntries(new FormData(this.form)) });
    });
    this.lists = make("div", { class: "sheet-lists" });
    this.buttons = make("div", { class: "sheet-buttons" });
    this.loading = make("p", { class: "soft", role: "status" });
    this.body = make("div", { class: "sheet-body" }, this.portrait, this.portraitButtons, this.switches, this.sentence, this.problem, this.success, this.form, this.count, this.lists, this.loading, this.buttons);
    const head = make("div", { class: "sheet-head" }, this.back, this.title, this.close);
    this.dialog = make("dialog", { id: "sheet", "aria-labelledby": "sheet-title" }, make("div", { class: "sheet" }, head, this.body));
    dom.listenBeside(this.dialog, () => this.dialog.close());
    this.dialog.addEventListener("close", () => { if (this.told) act({ type: "closed sheet" }); });
    dom.site.body.append(this.dialog);
  }

  /** Shows what the model has told; null closes the sheet. */
  draw(told) {
    const former = this.told;
    this.told = told;
    if (!told) return this.dialog.close();
    const { setText } = this.dom;
    const isOther = former?.key !== told.key || Boolean(former?.form) !== Boolean(told.form);
    const focused = this.dialog.contains(this.dom.site.root.activeElement) ? this.dom.site.root.activeElement.dataset.key : undefined;
    const top = this.body.scrollTop;
    if (former) this.#leave(depth(former), depth(told), { top, focused });
    this.back.hidden = !told.former;
    setText(this.title, told.title);
    for (const part of ["sentence", "success"]) setText(this[part], told[part] ?? "");
    this.#placeAnswer(told.form?.button.action === "search" ? this.form : this.switches);
    setText(this.loading, told.loading ? this.dom.localized("Loading…") : "");
    setText(this.count, this.#found(told));
    this.#drawPortrait(told.portrait);
    if (isOther || !former) this.#drawForm(told.form);
    const invalid = this.#drawProblem(told);
    this.#drawLists(told);
    if (!this.dialog.open) this.dialog.showModal();
    this.body.scrollTop = isOther ? 0 : top;
    if (isOther) this.#begin(told).focus();
    else if (invalid && told.problem !== former.problem) invalid.focus();
    else if (this.#made(former, told)) this.#made(former, told).focus();
    else if (focused && !this.dialog.contains(this.dom.site.root.activeElement)) this.#goOn(focused, told);
    this.#return(told);
  }

  /** Notes where the user was on a sheet, for when they come back to it. */
  #leave(from, to, place) {
    if (to > from) this.places[from] = place;
    if (to !== from) this.returning = to < from ? this.places[to] : null;
  }

  /** A list that is loaded again may bring back what had the focus. */
  #goOn(focused, { loading }) {
    const control = this.#control(focused);
    if (!control && loading) this.returning = { top: this.body.scrollTop, focused };
    (control ?? this.title).focus();
  }

  /** Goes to where the user was on this sheet, once that is there. */
  #return({ loading }) {
    if (!this.returning) return;
    const { top, focused } = this.returning;
    const control = focused && this.#control(focused);
    if (!control && loading) return;
    this.returning = null;
    this.body.scrollTop = top;
    control?.focus({ preventScroll: true });
  }

  /** What has the focus first. On touch, a field would open the keyboard over what else there is. */
  #begin({ portrait, sections, buttons }) {
    const hasMore = portrait || sections.length || buttons.length;
    const field = hasMore && matchMedia("(pointer: coarse)").matches ? null : this.form.querySelector("select, input");
    return field ?? this.title;
  }

  /** The button that copies a link which was just made: it is below the form, and not there for long. */
  #made(former, told) {
    if (former.loading) return null;
    const links = ({ sections }) => sections.flatMap(({ lines }) => lines).flatMap(({ id, buttons }) => buttons.filter(({ copied }) => copied).map(({ action }) => `${id} ${action}`));
    const known = new Set(links(former));
    const made = links(told).find((key) => !known.has(key));
    return made ? this.#control(made) : null;
  }

  /** How many messages a search has found: who does not see them hears it. */
  #found({ form, loading, sections }) {
    const lines = sections.flatMap((section) => section.lines);
    return form?.button.action === "search" && !loading && lines.length ? this.dom.localized("%@ found", lines.length) : "";
  }

  /** Shows the problem at the field that it is about, or above the form. Returns that field. */
  #drawProblem({ problem = "", problemField }) {
    let invalid;
    for (const place of this.form.querySelectorAll(".problem")) {
      const field = this.form.querySelector(`[name="${place.dataset.field}"]`);
      const isHere = problem !== "" && place.dataset.field === problemField;
      if (isHere) invalid = field;
      this.dom.setText(place, isHere ? problem : "");
      field.setAttribute("aria-invalid", String(isHere));
    }
    this.dom.setText(this.problem, invalid ? "" : problem);
    return invalid;
  }

  /** What a search answers is below its field, which keeps its place. */
  #placeAnswer(before) {
    if (before.nextElementSibling !== this.sentence) before.after(this.sentence, this.problem);
  }

  /** The sheet's title says who it is, except in the user's own. */
  #drawPortrait(person) {
    this.portrait.hidden = !person;
    const words = JSON.stringify(person);
    if (!person || words === this.portrait.dataset.of) return;
    const { make, avatar } = this.dom;
    this.portrait.dataset.of = words;
    this.portrait.replaceChildren(avatar(person.user, person.name), make("p", { dir: "auto" }, person.about ?? ""));
  }

  /** Unchanged parts keep their elements: a click may have begun in them. */
  #drawLists({ sections, buttons }) {
    [this.former, this.nodes] = [this.nodes, new Map()];
    const lists = sections.map((section) => this.#section(section));
    if (!isSame(this.lists, lists)) this.lists.replaceChildren(...lists);
    const placeOf = ({ action, on }) => (on !== undefined ? this.switches : action.endsWith(" picture") ? this.portraitButtons : this.buttons);
    for (const place of [this.portraitButtons, this.switches, this.buttons]) {
      const controls = buttons.filter((button) => placeOf(button) === place).map((button) => this.#kept(button, () => this.#button(button, "")));
      if (!isSame(place, controls)) place.replaceChildren(...controls);
    }
  }

  #kept(told, draw) {
    const words = JSON.stringify(told);
    const node = this.former.get(words) ?? draw();
    this.former.delete(words);
    this.nodes.set(words, node);
    return node;
  }

  #control(key) { return this.body.querySelector(`[data-key="${CSS.escape(key)}"]:enabled`); }

  #drawForm(form) {
    this.form.hidden = !form;
    if (!form) return this.form.replaceChildren();
    const { make } = this.dom;
    const submit = make("button", { type: "submit", class: form.button.danger ? "danger" : "primary" }, form.button.title);
    // Back to the page before, or to the conversation.
    const cancel = make("button", { type: "button" }, this.dom.localized("Cancel"));
    cancel.addEventListener("click", () => (this.told.former ? this.act({ type: "back" }) : this.dialog.close()));
    // A search begins by itself, and there is nothing to cancel: its button is beside its field.
    const isSearch = form.button.action === "search";
    this.form.className = isSearch ? "searching" : "";
    this.form.replaceChildren(...form.fields.map((field) => this.#field(field)), make("div", { class: "form-actions" }, ...(isSearch ? [] : [cancel]), submit));
  }

  #field({ name, label, kind, choices, value, hint }) {
    const { make, icon } = this.dom;
    const id = `sheet-field-${name}`;
    const described = { "aria-describedby": `${id}-problem` };
    const control = kind === "choice"
      ? make("div", { class: "choice" }, make("select", { id, name, ...described }, ...choices.map((choice) => make("option", { value: choice.value, selected: choice.value === value }, choice.title))), icon("chevron"))
      : make("input", { id, name, type: "text", inputmode: kind === "number" ? "numeric" : null, dir: "auto", autocomplete: "off", placeholder: hint, value, ...described });
    const problem = make("p", { id: `${id}-problem`, class: "problem", "data-field": name, role: "alert" });
    return make("div", { class: "labelled" }, make("label", { for: id, class: label === this.told.title ? "unseen" : null }, label), control, problem);
  }

  #section({ title, lines, note }) {
    const { make } = this.dom;
    const label = title || this.told.title;
    // The only list of a sheet needs no heading that repeats the sheet's.
    const heading = this.told.sections.length > 1 || title !== this.told.title ? title : "";
    const section = this.#kept({ label, heading, note }, () => make(
      "section", {}, heading ? make("h3", {}, heading) : null, make("ul", { "aria-label": label }), note ? make("p", { class: "soft" }, note) : null,
    ));
    const list = section.querySelector("ul");
    const rows = lines.map((line) => this.#kept(line, () => this.#line(line)));
    if (!isSame(list, rows)) list.replaceChildren(...rows);
    return section;
  }

  #line({ id, title, user, detail, quotes = [], found, busy, problem, buttons }) {
    const { make, avatar } = this.dom;
    // Where a page may not write to the clipboard, the text is there to be copied.
    const texts = navigator.clipboard ? [] : buttons.filter(({ copied }) => copied).map(({ copied }) => this.#address(copied));
    const words = make(
      "div",
      { class: "sheet-words" },
      make("bdi", { class: "name" }, title),
      detail ? make("span", { class: "detail" }, this.dom.written(detail)) : null,
      found ? make("span", { class: "quoted", dir: "auto" }, ...found.map((part, place) => (place % 2 ? make("mark", {}, part) : part))) : null,
      ...[...quotes, ...texts].map((quote) => make("span", { class: "quoted", dir: "auto" }, quote)),
      problem ? make("span", { class: "problem" }, problem) : null,
    );
    const shown = navigator.clipboard ? buttons : buttons.filter(({ copied }) => !copied);
    const controls = make("div", { class: "sheet-controls" }, ...shown.map((button) => this.#button(button, id, title, busy)));
    if (buttons.some(({ action }) => action === "show")) {
      words.classList.add("leading");
      words.addEventListener("click", () => { if (this.#isNothingSelected) this.act({ type: "press", action: "show", id }); });
    }
    return make("li", { "aria-busy": busy ? "true" : null }, user ? avatar(user, title) : null, words, controls);
  }

  /** A click that ends the selection of a text is none. */
  get #isNothingSelected() { return (this.dom.site.root.getSelection?.() ?? document.getSelection())?.isCollapsed !== false; }

  #address(hash) { return new URL(hash, this.dom.site.base).href; }

  /** A button of a line says whose it is. */
  #button({ action, title, danger, copied, on }, id, line, busy) {
    const { make } = this.dom;
    const attributes = { type: "button", class: danger ? "danger" : "", "data-key": `${id} ${on === undefined ? action : title}`, role: on === undefined ? null : "switch", "aria-checked": on === undefined ? null : String(on), "aria-label": line ? `${title}: ${line}` : null, disabled: Boolean(busy) && !copied };
    const button = make("button", attributes, title);
    button.addEventListener("click", () => {
      if (action === "choose picture") return this.dom.picture.choose((sentence) => this.dom.setText(this.problem, sentence));
      if (!copied) return this.act({ type: "press", action, id });
      navigator.clipboard.writeText(this.#address(copied)).then(() => this.dom.setText(this.success, this.dom.localized("The link is copied.")), () => this.dom.setText(this.problem, this.dom.localized("The browser did not allow copying.")));
    });
    return button;
  }
}

/** How many sheets are open, one over the other (PageModel's `Sheet.depth`). */
function depth({ key }) { return Number.parseInt(key, 10); }

function isSame({ children }, nodes) { return children.length === nodes.length && nodes.every((node, index) => node === children[index]); }
