// The totals at the foot of a card that is keyed: which one is next, what is typed into it, and whether one is left out.

export class Totals {
  constructor(form, save, say) {
    this.form = form;
    this.save = save;
    this.say = say;
    this.inputs = [...form.querySelectorAll(".foot input[data-digits]")];
  }

  has(input) {
    return this.inputs.includes(input);
  }

  get first() {
    return this.inputs[0];
  }

  get last() {
    return this.inputs.at(-1);
  }

  get refused() {
    return this.inputs.find((input) => input.getAttribute("aria-invalid") === "true");
  }

  after(input) {
    return this.inputs.slice(this.inputs.indexOf(input) + 1);
  }

  // The first total that is blank; where none is, there is nothing left but to save.
  enter(inputs = this.inputs) {
    (inputs.find((input) => !input.value || this.isOdd(input)) ?? this.save).focus();
  }

  next(input) {
    this.enter(this.after(input));
  }

  // A total that was read from a picture, and is not the sum of the lines.
  isOdd(input) {
    if (!this.form.classList.contains("of-picture")) return false;
    return input.parentElement.querySelector("[data-sum]").classList.contains("differs");
  }

  // Whether Enter in this total saves.
  isLast(input) {
    return this.hasAsked || this.after(input).every((later) => later.value && !this.isOdd(later));
  }

  // What stands in the total that the cursor has come to.
  note(input) {
    this.before = input.value;
  }

  // What was typed into a total: "whole" where no digit is missing, "back" where + leads out of the first one.
  read(input) {
    if (/[*+]/.test(input.value)) {
      // The key may have replaced the whole figure, which was selected.
      const isBack = input.value.includes("+");
      input.value = this.before;
      if (!isBack) return input.select();
      const at = this.inputs.indexOf(input);
      return at > 0 ? this.inputs[at - 1].focus() : "back";
    }
    const digits = input.value.replace(/\D/g, "");
    if (input.value !== digits && input.value !== `.${digits}`) input.value = digits;
    this.before = input.value;
    this.say("");
    const isWhole = input.value.length === Number(input.dataset.digits) && !input.value.startsWith(".");
    return isWhole ? "whole" : "begun";
  }

  leave(input) {
    input.value = input.value.replace(/\D/g, "");
  }

  // A total that is blank may be so on the paper, but it is not left out unasked.
  areReady() {
    const blank = this.inputs.filter((input) => !input.value);
    if (this.hasAsked || !blank.length) return true;
    const names = blank.map((input) => input.labels[0].textContent.trim().toLowerCase());
    const list = names.length > 1 ? `${names.slice(0, -1).join(", ")} and ${names.at(-1)} are` : `${names[0]} is`;
    blank[0].focus();
    this.hasAsked = true;
    this.say(`Not saved yet: ${list} blank. Enter it, or press Enter again to leave it blank.`);
    return false;
  }
}
