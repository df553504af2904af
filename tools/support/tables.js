/* Why this file exists: long tables of a page can be sorted by a column and filtered by words and by the values of an
 * axis. Everything is on the page without it: it changes the order of rows, and hides some, but adds no content. */
"use strict";
(() => {
  const FEW = 8, MANY = 24; // rows from which a table gets a filter; values of an axis up to which it gets a list
  const body = table => [...table.tBodies].flatMap(part => [...part.rows]);
  const text = cell => (cell ? cell.textContent.trim() : "");

  /** The cell of a row in a column. A cell over several columns is none: it says why there are no numbers. */
  const cellOf = (row, column) => {
    let at = 0;
    for (const cell of row.cells) {
      if (at === column) return cell.colSpan > 1 ? null : cell;
      at += cell.colSpan;
    }
    return null;
  };
  /** What a cell is sorted by: the number with which it begins ("41×41", "≤ 3 ms"), or NaN. */
  const number = cell => {
    const found = text(cell).match(/^[^\d\w]*([-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?)/i);
    return found ? Number(found[1]) * scaleOf(text(cell).slice(found[0].length)) : NaN;
  };
  /** Units of which one column has several. */
  const scaleOf = rest => {
    const unit = (rest.match(/^\s*([a-zµ]+)/i) || [])[1];
    return { k: 1e3, M: 1e6, G: 1e9, T: 1e12, KiB: 1024, MiB: 2 ** 20, GiB: 2 ** 30, mJ: 1e-3, µJ: 1e-6, kJ: 1e3 }[unit] || 1;
  };

  function sort(table, head, column) {
    const down = head.getAttribute("aria-sort") === "descending";
    for (const other of table.tHead.rows[0].cells) other.removeAttribute("aria-sort");
    head.setAttribute("aria-sort", down ? "ascending" : "descending");
    const rows = body(table).map(row => {
      const cell = cellOf(row, column);
      return { row, text: text(cell), number: number(cell) };
    });
    const filled = rows.filter(item => item.text !== "" && item.text !== "–");
    const numbers = filled.filter(item => !Number.isNaN(item.number)).length * 2 > filled.length;
    const sign = down ? 1 : -1;
    const empty = item => (numbers ? Number.isNaN(item.number) : item.text === "");
    rows.sort((a, b) => empty(a) - empty(b) || // rows without a value stay last
      (empty(a) ? 0 : sign * (numbers ? a.number - b.number : a.text.localeCompare(b.text, "en", { numeric: true }))));
    for (const item of rows) item.row.parentNode.appendChild(item.row);
  }

  function sortable(table) {
    let column = 0;
    for (const head of table.tHead.rows[0].cells) {
      const own = column;
      column += head.colSpan;
      head.tabIndex = 0;
      head.classList.add("sorts");
      const go = () => sort(table, head, own);
      head.addEventListener("click", go);
      head.addEventListener("keydown", event => {
        if (event.key === "Enter" || event.key === " ") { event.preventDefault(); go(); }
      });
    }
  }

  function filterable(table) {
    const rows = body(table), lists = [], bar = document.createElement("p"), count = document.createElement("span");
    bar.className = "filter";
    const words = document.createElement("input");
    words.type = "search";
    words.placeholder = "rows with these words";
    words.setAttribute("aria-label", words.placeholder);
    bar.append(words);
    let column = 0;
    for (const head of table.tHead.rows[0].cells) {
      const own = column;
      column += head.colSpan;
      if (!head.classList.contains("axis")) continue;
      const values = [...new Set(rows.map(row => text(cellOf(row, own))))].filter(value => value);
      if (values.length < 2 || values.length > MANY) continue;
      const list = document.createElement("select");
      list.setAttribute("aria-label", head.textContent);
      list.append(new Option(head.textContent + ": all", ""), ...values.map(value => new Option(value, value)));
      lists.push({ list, column: own });
      bar.append(" ", list);
    }
    const apply = () => {
      const wanted = words.value.toLowerCase().split(/\s+/).filter(word => word);
      let shown = 0;
      for (const row of rows) {
        const all = row.textContent.toLowerCase();
        row.hidden = !wanted.every(word => all.includes(word)) ||
          !lists.every(({ list, column }) => !list.value || text(cellOf(row, column)) === list.value);
        shown += !row.hidden;
      }
      count.textContent = shown < rows.length ? ` ${shown} of ${rows.length} rows` : "";
    };
    bar.append(count);
    bar.addEventListener("input", apply);
    const place = table.closest(".scroll") || table;
    place.before(bar);
  }

  for (const table of document.querySelectorAll("table")) {
    if (!table.tHead || !table.tHead.rows.length || table.classList.contains("facts")) continue;
    const rows = body(table).length;
    if (rows > 2) sortable(table);
    if (rows >= FEW) filterable(table);
  }
})();
