// "/" puts the cursor into the box that finds anything, from every page of staff.

const box = document.getElementById("find-anything");

document.addEventListener("keydown", (event) => {
  const isTyping = event.target.matches?.("input, textarea, select");
  if (event.key !== "/" || event.defaultPrevented || isTyping || event.ctrlKey || event.altKey || event.metaKey) return;
  if (!box.checkVisibility()) document.getElementById("staff-nav").showPopover();
  event.preventDefault();
  box.select();
  box.focus();
});
