import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { openPage, serve } from '../../testing/openPage.tsx'
import { admin, person } from '../../testing/wireAnswers.ts'

afterEach(() => {
  document.head.innerHTML = ''
  document.body.innerHTML = ''
})

const values = (element: Element) => {
  const style = getComputedStyle(element)
  return [style.display, style.visibility, style.pointerEvents].join(' ')
}
const tree = () =>
  [...document.querySelectorAll('html, body, body *')].map(
    (element) => `${(element.cloneNode(false) as Element).outerHTML} ${values(element)}`,
  )

/** A style sheet that the quick answer does not know, so that jsdom answers. */
function addStyleSheet(text = 'nothing { color: red }') {
  const style = document.createElement('style')
  style.textContent = text
  document.head.append(style)
}

/** What the tests get and what jsdom computes, of every element of the document. */
function expectSame() {
  const quick = tree()
  addStyleSheet()
  expect(quick).toEqual(tree())
  return quick
}

test.each([
  ['/admin/panel?view=log', admin, 'Page 2', 'Action'],
  ['/admin/productionData/1/FW-101', person(), 'Apply', 'Tool'],
])('the elements of %s are as visible as jsdom computes', async (address, who, ready, select) => {
  serve()
  await openPage(address, who)
  await screen.findByRole('button', { name: ready })
  await userEvent.click(screen.getByRole('combobox', { name: select }))
  await screen.findAllByRole('option')
  expect(expectSame().length).toBeGreaterThan(200)
})

test('hidden elements and what is in them are so in every way there is', () => {
  document.body.innerHTML = `
    <p hidden>a</p><p hidden="until-found">b</p><input type="hidden"><dialog>c</dialog><dialog open>d</dialog>
    <div popover>e</div><details><summary>f</summary>g</details><svg><g style="display: none"></g></svg>
    <table><tbody hidden><tr><td>h</td></tr></tbody><tbody><tr hidden><td>i</td></tr></tbody></table>
    <div style="display: none"><b>j</b></div><span style="display: flex">k</span>
    <div style="visibility: hidden"><i>l</i><i style="visibility: visible"><b>m</b></i></div>
    <div style="pointer-events: none"><button>n</button><button style="pointer-events: auto">o</button></div>
    <div style="visibility: hidden"><i style="visibility: inherit">p</i><i style="visibility: initial">q</i></div>`
  expectSame()
  expect(values(document.querySelector('[hidden]')!)).toBe('none visible auto')
})

test('a style sheet counts', () => {
  document.body.innerHTML = '<p class="gone">a</p>'
  expect(values(document.querySelector('p')!)).toBe('block visible auto')
  addStyleSheet('.gone { display: none }')
  expect(values(document.querySelector('p')!)).toBe('none visible auto')
})
