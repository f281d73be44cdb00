import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { isSealedWithCurrentKey, openBox, SealedBoxError, sealBox } from '#server/platform/sealed-box.ts'

const master = randomBytes(32)
const keys = { master, retiredMaster: null }
const owner = { accountId: 7, serviceId: 's1' }
const TEXT = '{"token":"correct horse"}'

test('security 34: what is sealed opens for its owner only, and differs each time', () => {
  const one = sealBox(keys, owner, TEXT)
  expect(openBox(keys, owner, one)).toBe(TEXT)
  expect(one.toString('latin1')).not.toContain('horse')
  expect(sealBox(keys, owner, TEXT)).not.toEqual(one)
})

test.each([
  ['another service', { ...owner, serviceId: 's2' }],
  ['another account', { ...owner, accountId: 8 }],
])('security 34: a box that was swapped to %s does not open', (_whose, other) => {
  expect(() => openBox(keys, other, sealBox(keys, owner, TEXT))).toThrow(SealedBoxError)
})

test('security 34: a box with any byte changed, or cut short, does not open', () => {
  const box = sealBox(keys, owner, TEXT)
  for (let place = 0; place < box.length; place += 1) {
    const changed = Buffer.from(box)
    changed[place] = (changed[place] ?? 0) ^ 1
    expect(() => openBox(keys, owner, changed)).toThrow(SealedBoxError)
  }
  for (let length = 0; length < box.length; length += 1) {
    expect(() => openBox(keys, owner, box.subarray(0, length))).toThrow(SealedBoxError)
  }
})

test('security 35: another key does not open a box; the key before does while it is given', () => {
  const box = sealBox(keys, owner, TEXT)
  const next = randomBytes(32)
  expect(() => openBox({ master: next, retiredMaster: null }, owner, box)).toThrow(SealedBoxError)
  expect(openBox({ master: next, retiredMaster: master }, owner, box)).toBe(TEXT)
  expect([
    isSealedWithCurrentKey(keys, box),
    isSealedWithCurrentKey({ master: next, retiredMaster: master }, box),
  ]).toEqual([true, false])
})
