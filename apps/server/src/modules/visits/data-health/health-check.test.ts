import { expect, test } from 'vitest'
import { severityOf } from './health-check.ts'

const limits = { noticeFrom: 0.1, badFrom: 0.5 }

test.each([
  ['none', limits, 0, 100, 'good'],
  ['none of none', limits, 0, 0, 'good'],
  ['less than is worth a notice', limits, 9, 100, 'good'],
  ['as much as is worth a notice', limits, 10, 100, 'notice'],
  ['just less than bad', limits, 49, 100, 'notice'],
  ['as much as is bad', limits, 50, 100, 'bad'],
  ['the first one, where each is worth a notice', { noticeFrom: 0, badFrom: 0.5 }, 1, 1_000_000, 'notice'],
  ['the first one, where each is bad', { noticeFrom: 0, badFrom: 0 }, 1, 1_000_000, 'bad'],
  ['all of them', { noticeFrom: 0, badFrom: 1 }, 3, 3, 'bad'],
])('severity of %s', (_, of, count, total, severity) => {
  expect(severityOf(of, { count, of: total })).toBe(severity)
})
