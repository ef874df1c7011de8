// "/" puts the cursor into the box that opens a scorecard by its seat, from every page of the qualifying group.

const box = document.getElementById("open-card");

document.addEventListener("keydown", (event) => {
  const isTyping = event.target.matches?.("input, textarea, select");
  if (event.key !== "/" || isTyping || event.ctrlKey || event.altKey || event.metaKey) return;
  if (!box.checkVisibility()) document.getElementById("staff-nav").showPopover();
  event.preventDefault();
  box.select();
  box.focus();
});
