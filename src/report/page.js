// A click on a column's title sorts the table by it; another one the other way round.
for (const button of document.querySelectorAll("th button")) {
  button.addEventListener("click", () => {
    const th = button.parentElement;
    const column = [...th.parentElement.children].indexOf(th);
    const body = th.closest("table").tBodies[0];
    const down = th.getAttribute("aria-sort") !== "descending";
    for (const other of th.parentElement.children) other.removeAttribute("aria-sort");
    th.setAttribute("aria-sort", down ? "descending" : "ascending");
    const key = (row) => row.cells[column].dataset.v ?? row.cells[column].textContent;
    const rows = [...body.rows].sort((a, b) => {
      const [x, y] = [key(a), key(b)];
      const order = x !== "" && y !== "" && !isNaN(x) && !isNaN(y) ? x - y : x.localeCompare(y);
      return down ? -order : order;
    });
    body.append(...rows);
  });
}
