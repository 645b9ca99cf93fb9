// Checks answers where they stand, whatever stands between their words.
"use strict";
const words = (text) => text.toUpperCase().split(/[^\p{L}\p{N}.]+/u).filter((word) => word !== "");
const isRight = ({ answer, is_ordered: isOrdered }, text) => {
  if (text.trim() === "") return false;
  const given = /^(none|-)$/i.test(text.trim()) ? [] : words(text);
  const wanted = answer.map((word) => word.toUpperCase());
  const form = (list) => (isOrdered ? list : [...list].sort()).join(" ");
  return form(given) === form(wanted);
};
const tasks = Array.from(document.querySelectorAll("article"));
const right = new Map();
tasks.forEach((task) => {
  const fields = JSON.parse(task.dataset.fields);
  const form = task.querySelector("form");
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const marks = Array.from(form.querySelectorAll("label"), (label, place) => {
      const good = isRight(fields[place], label.querySelector("input").value);
      const mark = label.querySelector("output");
      mark.className = good ? "right" : "wrong";
      mark.textContent = good ? "right" : "not yet";
      return good;
    });
    right.set(task, marks.every((mark) => mark));
    const count = Array.from(right.values()).filter((mark) => mark).length;
    document.querySelector(".score").textContent = `${count} of ${tasks.length} tasks right`;
  });
  form.querySelector("button[type=button]").addEventListener("click", () => {
    form.querySelectorAll("label").forEach((label, place) => {
      label.querySelector("output").className = "";
      label.querySelector("output").textContent = fields[place].answer.join(" ") || "none";
    });
    task.querySelector(".why").hidden = false;
  });
});
