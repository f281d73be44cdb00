import { expect, test } from 'vitest'
import { hashNewPassword } from './passwords.ts'

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
])('security 2: rejects the common password %s', async (password) => {
  await expect(hashNewPassword(password, owner)).rejects.toMatchObject({ code: 'auth.password_too_common' })
})

test.each(['abcdef1!', 'Barrel&Stave7', 'correct7!Staple', 'abc12345#x', 'zK4!mmQ9pt'])(
  'accepts the password %s',
  async (password) => {
    expect(await hashNewPassword(password, owner)).toMatch(/^\$argon2id\$/)
  },
)

test('account words reject only passwords that consist of them', async () => {
  const cellars = { email: 'demo@cuvee.example', accountName: 'Stave & Barrel Cellars' }
  expect(await hashNewPassword('Barrel&Stave7', cellars)).toMatch(/^\$argon2id\$/)
})
