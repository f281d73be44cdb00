import fc from 'fast-check'
import { expect, test } from 'vitest'
import { passwordRule } from '#domain/field-rules.ts'
import { findDisallowedCharacter, PASSWORD_CHECKS } from './new-password-fields.tsx'

const met = (password: string) => PASSWORD_CHECKS.filter(({ isMet }) => isMet(password)).map(({ label }) => label)

test.each([
  ['', []],
  ['vine', ['A letter']],
  ['vine2026', ['At least 8 characters', 'A letter', 'A number']],
  ['vine&1', ['A letter', 'A number', 'A special character: @ $ ! % * # ? &']],
])('%j meets the expected requirements', (password, labels) => {
  expect(met(password)).toEqual(labels)
})

test.each([
  ['Barrel&Stave7', null],
  ['Barrel Stave7', ' '],
  ['Fût&Barrique7', 'û'],
  ['Barrel🍷7', '🍷'],
])('the first disallowed character of %j is %j', (password, character) => {
  expect(findDisallowedCharacter(password)).toBe(character)
})

test('a password is valid exactly when all checks pass and no character is disallowed', () => {
  const letters = fc.constantFrom(...'aZ059@$!%*#?& é-')
  fc.assert(
    fc.property(fc.string({ unit: letters, maxLength: 14 }), (password) => {
      const isAllMet = met(password).length === PASSWORD_CHECKS.length && findDisallowedCharacter(password) === null
      expect(passwordRule(password) === null).toBe(isAllMet)
    }),
  )
})
