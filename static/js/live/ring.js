// Two tones, made by the browser. It lets a page sound once somebody has pressed something on it.

let tones;

export function ring() {
  tones ??= new AudioContext();
  tones.resume();
  for (const [start, pitch] of [
    [0, 660],
    [0.4, 880],
  ]) {
    const tone = tones.createOscillator();
    tone.frequency.value = pitch;
    tone.connect(tones.destination);
    tone.start(tones.currentTime + start);
    tone.stop(tones.currentTime + start + 0.35);
  }
}
