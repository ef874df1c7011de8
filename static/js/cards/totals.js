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

  // On to the next total: in order once somebody types them, else to the first one that is open.
  next(input) {
    if (this.isInOrder) (this.after(input)[0] ?? this.save).focus();
    else this.enter(this.after(input));
  }

  // Whoever ends each number by a key has the next one in mind, whatever stands there.
  get isInOrder() {
    return this.isTyped && !this.wasAsked && !this.isOfPicture;
  }

  get isOfPicture() {
    return this.form.classList.contains("of-picture");
  }

  // A total that was read from a picture, and is not the sum of the lines.
  isOdd(input) {
    if (!this.isOfPicture) return false;
    return input.parentElement.querySelector("[data-sum]").classList.contains("wrong");
  }

  // Whether Enter in this total saves: only where it is certain that no other total was meant to follow.
  isLast(input) {
    if (this.hasAsked) return true;
    if (this.hasRunOn || this.isOfPicture) return false;
    return this.isInOrder ? input === this.last : this.after(input).every((later) => later.value);
  }

  // What stands in the total that the cursor has come to.
  note(input) {
    this.before = input.value;
  }

  // What was typed into a total: "full" where the cursor goes on by itself, "back" where + leads out of the first one.
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
    const most = Number(input.dataset.digits);
    const isTooLong = digits.length > most;
    // From here on nobody knows which number is meant for which total: none of them saves by its Enter.
    if (isTooLong || input === this.jumpedTo) this.hasRunOn = true;
    this.jumpedTo = null;
    this.isTyped = true;
    const name = input.labels[0].textContent.trim();
    this.say(isTooLong ? `${name} has ${most} digits at most. ${digits} is too long.` : "");
    input.value = isTooLong ? this.before : digits;
    this.before = input.value;
    const [following] = this.after(input);
    return digits.length === most && following && !following.value ? "full" : "begun";
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
    this.hasAsked = this.wasAsked = true;
    const them = names.length > 1 ? "them" : "it";
    this.say(`Not saved yet: ${list} blank. Enter ${them}, or press Enter again to leave ${them} blank.`);
    return false;
  }
}
