/** The pages that a pager names: the first, the last, the neighbours of the present one; `null` stands for those between. */
export function pagerPages(page: number, pages: number): (number | null)[] {
  const near = new Set([1, pages, page - 1, page, page + 1])
  // At the ends as many are named as in the middle, so that buttons keep their places.
  if (page <= 4) for (let each = 2; each <= 5; each++) near.add(each)
  if (page >= pages - 3) for (let each = pages - 4; each < pages; each++) near.add(each)
  const named = [...near].filter((each) => each >= 1 && each <= pages).sort((a, b) => a - b)
  return named.flatMap((each, index) => {
    const before = named[index - 1] ?? each - 1
    if (each - before === 2) return [each - 1, each]
    return each - before > 2 ? [null, each] : [each]
  })
}
