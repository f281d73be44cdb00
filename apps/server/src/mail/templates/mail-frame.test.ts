import { expect, test } from 'vitest'
import { resetPasswordMail } from './reset-password.mail.ts'
import { verifyEmailMail } from './verify-email.mail.ts'

const link = 'https://cuvee.example/verify-email?token=abc&userId=1'

test.each([
  ['verification', verifyEmailMail],
  ['reset', resetPasswordMail],
])('the %s mail carries its link in text and page, and a name cannot write markup', (_name, template) => {
  const mail = template({ firstName: '<b>Zoë</b>', link })
  expect(mail.text).toContain(link)
  expect(mail.html).toContain('token=abc&amp;userId=1')
  expect(mail.html).not.toContain('<b>')
  expect(mail.subject).not.toContain('Zoë')
})
