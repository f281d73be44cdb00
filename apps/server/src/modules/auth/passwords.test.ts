import { expect, test } from 'vitest'
import { isCommonPassword } from './passwords.ts'

const owner = { email: 'clara.vogel+news@hillcrest.example', accountName: 'Silver Oak & Daughters' }

test.each([
  'Password1!',
  'Welcome1!',
  'Qwerty123!',
  'P@ssw0rd!',
  'pa$$w0rd12!',
  'L3tmein!!99',
  'Clara1234!',
  'Vogel2024!',
  'claravogel1!',
  'Hillcrest9!',
  'S1lver2020!',
  'daughters#1',
])('security 2: rejects the common password %s', (password) => {
  expect(isCommonPassword(password, owner)).toBe(true)
})

test.each(['abcdef1!', 'Barrel&Stave7', 'correct7!Staple', 'abc12345#x', 'zK4!mmQ9pt'])(
  'accepts the password %s',
  (password) => {
    expect(isCommonPassword(password, owner)).toBe(false)
  },
)

test('account words reject only passwords that consist of them', () => {
  expect(
    isCommonPassword('Barrel&Stave7', { email: 'demo@cuvee.example', accountName: 'Stave & Barrel Cellars' }),
  ).toBe(false)
})
