import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { isSealedWithCurrentKey, openBox, SealedBoxError, sealBox } from '#server/platform/sealed-box.ts'

const master = randomBytes(32)
const keys = { master, retiredMaster: null }
const owner = { accountId: 7, serviceId: 's1' }
const TEXT = '{"token":"correct horse"}'

test('security 34: opens a sealed box only for its owner, and seals differently each time', () => {
  const one = sealBox(keys, owner, TEXT)
  expect(openBox(keys, owner, one)).toBe(TEXT)
  expect(one.toString('latin1')).not.toContain('horse')
  expect(sealBox(keys, owner, TEXT)).not.toEqual(one)
})

test.each([
  ['another service', { ...owner, serviceId: 's2' }],
  ['another account', { ...owner, accountId: 8 }],
])('security 34: does not open a box moved to %s', (_whose, other) => {
  expect(() => openBox(keys, other, sealBox(keys, owner, TEXT))).toThrow(SealedBoxError)
})

test('security 34: does not open a modified or truncated box', () => {
  const box = sealBox(keys, owner, TEXT)
  for (let index = 0; index < box.length; index += 1) {
    const changed = Buffer.from(box)
    changed[index] = (changed[index] ?? 0) ^ 1
    expect(() => openBox(keys, owner, changed)).toThrow(SealedBoxError)
  }
  for (let length = 0; length < box.length; length += 1) {
    expect(() => openBox(keys, owner, box.subarray(0, length))).toThrow(SealedBoxError)
  }
})

test('security 35: opens a box with the current or the previous key only', () => {
  const box = sealBox(keys, owner, TEXT)
  const next = randomBytes(32)
  expect(() => openBox({ master: next, retiredMaster: null }, owner, box)).toThrow(SealedBoxError)
  expect(openBox({ master: next, retiredMaster: master }, owner, box)).toBe(TEXT)
  expect([
    isSealedWithCurrentKey(keys, box),
    isSealedWithCurrentKey({ master: next, retiredMaster: master }, box),
  ]).toEqual([true, false])
})
