import { expect, test } from 'vitest'
import { createFormats } from '#charts/value-format.ts'
import type { SaveListMember, SaveResult } from '#contract/save-list.ts'
import {
  listText,
  membersCsv,
  resultText,
  shownMembers,
  statusColor,
  statusText,
  unrankedTexts,
} from './save-list-labels.ts'

const formats = createFormats({ culture: 'en-US', currency: 'USD' })

const member = (change: Partial<SaveListMember> = {}): SaveListMember => ({
  id: 'e1',
  name: 'Ana Ruiz',
  address: '/customers/c1',
  club: 'Estate Club',
  yearlyValue: 1200,
  chance: 0.25,
  expectedLoss: 300,
  reasons: ['skipped or paused recently', 'joined recently'],
  endsOn: '2026-09-17',
  assignee: null,
  steps: [],
  ...change,
})

const step = (change: Partial<SaveListMember['steps'][number]>): SaveListMember['steps'][number] => ({
  id: 's1',
  action: 'called',
  answer: null,
  note: null,
  utc: '2026-06-17T12:00:00Z',
  userName: 'Dana Cellars',
  ...change,
})

const result = (change: Partial<SaveResult>): SaveResult => ({
  percent: 20,
  listed: { hits: 180, of: 200 },
  heldOut: { hits: 35, of: 50 },
  difference: { value: 0.2, low: 0.082, high: 0.343 },
  verdict: 'known',
  moneySaved: { value: 40_000, low: 16_400, high: 68_600 },
  ...change,
})

test('a known result has its interval and its money', () => {
  expect(resultText(result({}), formats)).toBe(
    '90.0% of 200 listed members stayed, and 70.0% of 50 held out: a difference of 20 points (95% interval 8.2 to 34.3), worth about $40,000 a year ($16,400 to $68,600).',
  )
})

test.each([
  ['no holdout', null, /^Not measured/],
  [
    'few members',
    result({ verdict: 'tooFew', heldOut: { hits: 9, of: 12 }, moneySaved: null }),
    /^Too few to know: .* 200 listed and 12 held-out/,
  ],
  [
    'nobody whose time has ended',
    result({ verdict: 'tooFew', difference: null, moneySaved: null }),
    /^Too few to know/,
  ],
  ['an interval with 0', result({ verdict: 'unclear', moneySaved: null }), /^Too few to know\..*may be chance\.$/],
])('with %s no money is named', (_why, given, text) => {
  expect(resultText(given, formats)).toMatch(text)
  expect(resultText(given, formats)).not.toContain('$')
})

test('the line above the list counts members, money, calls, and their latest answers', () => {
  const lineOf = (members: readonly SaveListMember[]) => listText(members, formats).replaceAll('\u00a0', ' ')
  const members = [
    member({ expectedLoss: 200.4 }),
    member({ steps: [step({ action: 'note' }), step({ answer: 'stays' }), step({ answer: 'leaves' })] }),
    member({ steps: [step({ answer: 'undecided' })] }),
    member({ steps: [step({ action: 'note' })] }),
  ]
  expect(lineOf(members)).toBe('4 members · $1,100 at risk · 2 called · 1 wants to stay')
  const staying = member({ expectedLoss: 12_000, steps: [step({ answer: 'stays' })] })
  expect(lineOf([staying, staying])).toBe('2 members · $24,000 at risk · 2 called · 2 want to stay')
  expect(lineOf([member({})])).toBe('1 member · $300.00 at risk · 0 called')
})

test('a note is no contact: the member counts as not called', () => {
  const noted = member({ steps: [step({ action: 'note', note: 'Moved' })] })
  const called = member({ id: 'e2', steps: [step({ action: 'note' }), step({ answer: 'undecided' })] })
  expect([noted, called].map(statusText)).toEqual(['Not called', 'Called · Undecided'])
  expect(shownMembers([noted, called], 'open', 'u1')).toEqual([noted])
})

test('says how many cancellations are missing, and that none can be tested', () => {
  const of = (cancellations: number) => unrankedTexts({ reason: 'fewCancellations', cancellations, needed: 30 })
  expect(of(12).text).toContain('needs 30 cancellations before the last six months to learn from; your data has 12')
  expect(of(31).title).toBe('The ranking can’t be tested')
})

test('no cell of the exported list is a formula', () => {
  const [, line] = membersCsv([member({ name: '=1+1', assignee: { userId: 'u1', name: 'Dana, Cellars' } })]).split(
    '\r\n',
  )
  expect(line).toBe(
    '\'=1+1,Estate Club,"Skipped or paused recently, joined recently",0.25,1200,300,"Dana, Cellars",Not called',
  )
})

test.each([
  ['nobody has called', [], 'gray.5'],
  ['only a note was taken', [step({ action: 'note' })], 'gray.5'],
  ['there is no answer yet', [step({ action: 'leftMessage' })], 'blue'],
  ['the last answer is to stay', [step({ answer: 'stays' }), step({ answer: 'leaves' })], 'green'],
  ['the member is undecided', [step({ answer: 'undecided' })], 'yellow'],
  ['the member wants to leave', [step({ action: 'note' }), step({ answer: 'leaves' })], 'red'],
])('where %s, the status has its own color', (_when, steps, color) => {
  expect(statusColor(member({ steps }))).toBe(color)
})
