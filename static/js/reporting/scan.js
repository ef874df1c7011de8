// Reads the code on a phone's screen by this device's camera or from a picture. The server finds the code in what the
// camera sees: few browsers can. Without script, or without a camera, the rows are typed.

const EVERY = 400;
const LONGEST_SIDE = 1_000;

const scanner = document.getElementById("scanner");
const form = document.getElementById("handover-form");
const says = document.getElementById("scan-state");
const video = scanner.querySelector("video");
const button = document.getElementById("camera-on");
let stream = null;

// One byte of gray for each pixel: the green one will do.
function grayOf(source, width, height) {
  const scale = Math.min(1, LONGEST_SIDE / Math.max(width, height));
  const canvas = Object.assign(document.createElement("canvas"), {
    width: Math.round(width * scale),
    height: Math.round(height * scale),
  });
  const pen = canvas.getContext("2d", { willReadFrequently: true });
  pen.drawImage(source, 0, 0, canvas.width, canvas.height);
  const { data } = pen.getImageData(0, 0, canvas.width, canvas.height);
  const gray = new Uint8Array(canvas.width * canvas.height);
  for (let at = 0; at < gray.length; at += 1) gray[at] = data[4 * at + 1];
  return { gray, width: canvas.width, height: canvas.height };
}

async function read(source, sourceWidth, sourceHeight) {
  const { gray, width, height } = grayOf(source, sourceWidth, sourceHeight);
  const answer = await fetch(`${scanner.dataset.address}?width=${width}&height=${height}`, {
    method: "POST",
    body: gray,
    headers: {
      "Content-Type": "application/octet-stream",
      "X-CSRFToken": form.elements.csrfmiddlewaretoken.value,
    },
  });
  if (!answer.ok) throw new Error(String(answer.status));
  return answer.text();
}

function take(text) {
  form.elements.code.value = text;
  form.requestSubmit();
}

function stop() {
  for (const track of stream?.getTracks() ?? []) track.stop();
  stream = null;
  video.hidden = true;
  button.textContent = "Scan with the camera";
}

async function look() {
  if (!stream) return;
  try {
    const text = video.videoWidth ? await read(video, video.videoWidth, video.videoHeight) : "";
    if (text && stream) {
      stop();
      says.textContent = "Code found.";
      take(text);
      return;
    }
    says.textContent = "Hold the phone so that the whole code is in the picture.";
  } catch {
    says.textContent = "The server does not answer. Trying again.";
  }
  setTimeout(look, EVERY);
}

async function start() {
  if (stream) {
    stop();
    says.textContent = "";
    return;
  }
  try {
    stream = await navigator.mediaDevices.getUserMedia({
      video: { facingMode: "environment", width: { ideal: 1280 } },
    });
  } catch {
    says.textContent = "The camera cannot be used here. Take a picture, or type the rows.";
    return;
  }
  video.srcObject = stream;
  video.hidden = false;
  button.textContent = "Stop the camera";
  await video.play();
  look();
}

document.getElementById("photo").addEventListener("change", async ({ target }) => {
  const [file] = target.files;
  if (!file) return;
  says.textContent = "Reading the picture…";
  try {
    const picture = await createImageBitmap(file);
    const text = await read(picture, picture.width, picture.height);
    if (text) take(text);
    else says.textContent = "No code found in this picture. Go nearer, or type the rows.";
  } catch {
    says.textContent = "This picture cannot be read. Take another, or type the rows.";
  }
  target.value = "";
});
button.addEventListener("click", start);
// A camera is given only to a page of this computer itself, or by https.
button.hidden = !navigator.mediaDevices?.getUserMedia;
scanner.hidden = false;
