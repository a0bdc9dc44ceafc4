// The sounds of a game, made here: a knock of wood for a piece put down, dice, a hit,
// a piece that leaves, a win. They come with the first of them, and only after somebody
// has touched the page, as browsers ask for.

let audio = null, noise = null;

function open() {
  audio ??= new AudioContext();
  if (noise) return;
  noise = audio.createBuffer(1, audio.sampleRate / 4, audio.sampleRate);
  noise.getChannelData(0).forEach((_, i, all) => { all[i] = Math.random() * 2 - 1; });
}

// voice lets something sound from a time on, in s, louder at first.
function voice(source, from, lasts, loud, filter) {
  const gain = audio.createGain(), at = audio.currentTime + from;
  gain.gain.setValueAtTime(loud, at);
  gain.gain.exponentialRampToValueAtTime(0.001, at + lasts);
  source.connect(filter ?? gain);
  filter?.connect(gain);
  gain.connect(audio.destination);
  source.start(at);
  source.stop(at + lasts);
}

const tone = (from, hertz, lasts, loud, type = "sine") => voice(new OscillatorNode(audio, { frequency: hertz, type }), from, lasts, loud);
const rustle = (from, hertz, lasts, loud) => voice(new AudioBufferSourceNode(audio, { buffer: noise }), from, lasts, loud, new BiquadFilterNode(audio, { type: "bandpass", frequency: hertz, Q: 2 }));

// sounds says how each kind of change sounds from a time on, and how the phone shakes, in ms.
const sounds = {
  thrown: { play: (from, { faces }) => [...Array(3 * faces.length).keys()].forEach((i) => rustle(from + 0.09 * i + 0.02 * (i % 2), 2600 - 200 * i, 0.05, 0.5)), shake: [20, 40, 20] },
  loss: { play: (from) => { tone(from, 90, 0.25, 0.6); rustle(from, 700, 0.12, 0.5); }, shake: [60] },
  left: { play: (from) => { tone(from, 180, 0.3, 0.25, "triangle"); tone(from + 0.1, 120, 0.3, 0.25, "triangle"); }, shake: [30, 30, 30] },
  placed: { play: (from) => { tone(from, 210, 0.09, 0.5); rustle(from, 1100, 0.05, 0.6); }, shake: [15] },
  over: { play: (from) => [523, 659, 784, 1047].forEach((hertz, i) => tone(from + 0.16 * i, hertz, 0.5, 0.25, "triangle")), shake: [80, 60, 160] },
};

// sound plays what happened, each kind once, one after the other.
export function sound(all) {
  if (!navigator.userActivation?.hasBeenActive) return [];
  open();
  const kinds = [...new Map(all.map((c) => [c.kind, c])).values()], played = kinds.filter((c) => sounds[c.kind]);
  played.forEach((c, i) => sounds[c.kind].play(0.02 + 0.35 * i, c));
  navigator.vibrate?.(played.flatMap((c) => [...sounds[c.kind].shake, 120]));
  return played.map((c) => c.kind);
}
