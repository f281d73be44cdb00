import {
  addedUserMail,
  confirmNewEmailMail,
  emailChangedMail,
  emailChangeRequestedMail,
  invitationMail,
  passwordChangedMail,
  resetPasswordMail,
  secondFactorChangedMail,
  verifyEmailMail,
} from './account-emails.mail.ts'
import type { MailContent } from './mail-page.ts'
import { notificationMail } from './notification.mail.ts'
import { scheduledDashboardMail } from './scheduled-dashboard.mail.ts'
import { invalidReportMail, scheduledReportMail, trialOverMail } from './scheduled-report.mail.ts'

interface Sample {
  /** replaces all user-supplied text in the emails */
  readonly word: string
  /** origin of all links */
  readonly publicUrl: string
}

/** Every mail of the product, by its template. */
export const everyMail = ({ word, publicUrl }: Sample): Readonly<Record<string, MailContent>> => ({
  verifyEmailMail: verifyEmailMail({ firstName: word, link: `${publicUrl}/verify-email?token=abc&userId=1` }),
  resetPasswordMail: resetPasswordMail({ firstName: word, link: `${publicUrl}/reset-password?token=abc&userId=1` }),
  invitationMail: invitationMail({ accountName: word, invitedByName: word, link: `${publicUrl}/join?token=abc` }),
  addedUserMail: addedUserMail({
    firstName: word,
    accountName: word,
    addedByName: word,
    link: `${publicUrl}/reset-password?token=abc&userId=1`,
  }),
  confirmNewEmailMail: confirmNewEmailMail({ firstName: word, link: `${publicUrl}/verify-email?token=abc` }),
  emailChangeRequestedMail: emailChangeRequestedMail({
    firstName: word,
    link: `${publicUrl}/undo-email-change?token=abc`,
  }),
  emailChangedMail: emailChangedMail({ firstName: word, link: `${publicUrl}/undo-email-change?token=abc` }),
  passwordChangedMail: passwordChangedMail({ firstName: word, link: `${publicUrl}/forgot-password` }),
  secondFactorChangedMail: secondFactorChangedMail({
    firstName: word,
    what: `The passkey “${word}” was added`,
    link: `${publicUrl}/security`,
  }),
  trialOverMail: trialOverMail({
    title: word,
    noun: 'report',
    accountName: word,
    isTrial: true,
    link: `${publicUrl}/reports/my/1`,
  }),
  invalidReportMail: invalidReportMail({
    title: word,
    problems: [`${word} is not a column of Orders`],
    link: `${publicUrl}/reports/my/1`,
  }),
  notificationMail: notificationMail({
    firstName: word,
    subject: `${word} could not be read`,
    paragraphs: [`The last sync of ${word} failed: the platform did not answer.`, 'Cuvee tries again by itself.'],
    action: { label: `Open ${word}`, url: `${publicUrl}/admin/services/1` },
    reason: 'This is a copy of a Cuvee notification (“Sync failed”).',
    preferences: { label: 'Manage email notifications', url: `${publicUrl}/notifications?tab=preferences` },
  }),
  scheduledDashboardMail: scheduledDashboardMail({
    title: word,
    day: 'June 20, 2026',
    // Its address names the attachment, not a page.
    picture: null,
    tiles: [
      {
        title: word,
        dates: 'May 22 – Jun 20, 2026',
        kpis: [{ label: word, text: '$12,050.00', change: { word: 'Up', amount: '$1,200 (11.1%)' } }],
        rows: [
          {
            heading: `Net sales by ${word}`,
            titles: ['Net sales', 'Orders'],
            rows: [
              {
                name: word,
                values: [
                  { text: '$12,050.00', before: '$10,850.00' },
                  { text: '12', before: null },
                ],
              },
            ],
            more: 2,
          },
        ],
        goal: { words: '60% of $20,000. On pace' },
        note: word,
        problem: null,
      },
      { title: 'Empty', dates: null, kpis: [], rows: [], goal: null, note: null, problem: word },
    ],
    link: `${publicUrl}/dashboard/1`,
    sender: word,
  }),
  scheduledReportMail: scheduledReportMail({
    title: word,
    range: 'May 22 – Jun 20, 2026',
    facts: [
      { label: 'Account', text: word },
      { label: 'Dates', text: 'May 22 – Jun 20, 2026' },
    ],
    chart: {
      heading: `Net sales by ${word}`,
      bars: [
        { name: word, text: '$12,050.00', share: 1, isNegative: false },
        { name: 'Refunds', text: '-$1,200.00', share: 0.1, isNegative: true },
      ],
    },
    table: {
      headers: [word, 'Net sales'],
      rows: [
        [word, '$12,050.00'],
        ['Refunds', '-$1,200.00'],
      ],
      totals: ['Total', '$10,850.00'],
      isNumber: [false, true],
    },
    notes: ['The first 20 of 48 rows.', `The whole report is in ${word}.csv.`],
    link: `${publicUrl}/reports/my/1`,
    sender: word,
  }),
})
