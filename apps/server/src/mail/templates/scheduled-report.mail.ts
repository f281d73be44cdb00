import { LIGHT_COLORS } from '#charts/palette.ts'
import {
  escapeHtml,
  LINE,
  type MailContent,
  MUTED,
  mailButton,
  mailFootnote,
  mailPage,
  oneLine,
  renderMail,
} from './mail-page.ts'

interface MailBar {
  readonly name: string
  /** formatted value */
  readonly text: string
  /** share of the longest bar, 0 to 1 */
  readonly share: number
  readonly isNegative: boolean
}

interface MailTable {
  readonly headers: readonly string[]
  readonly rows: readonly (readonly string[])[]
  readonly totals: readonly string[] | null
  /** per column */
  readonly isNumber: readonly boolean[]
}

interface ScheduledReport {
  readonly title: string
  /** formatted date range; null: all dates */
  readonly range: string | null
  readonly facts: readonly { readonly label: string; readonly text: string }[]
  readonly chart: { readonly heading: string; readonly bars: readonly MailBar[] } | null
  readonly table: MailTable
  /** notes on omitted rows and on the attachment */
  readonly notes: readonly string[]
  readonly link: string
  /** creator of the schedule */
  readonly sender: string
}

/** As in the report's chart. */
const [BAR, , , , , BELOW_ZERO] = LIGHT_COLORS
const WIDTH = 720

export const formatTableLines = (table: MailTable): string[] =>
  [table.headers, ...table.rows, ...(table.totals ? [table.totals] : [])].map((cells) => cells.join(' | '))

export const formatFacts = (facts: ScheduledReport['facts']): string[] =>
  facts.map((fact) => `${fact.label}: ${fact.text}`)

const text = (report: ScheduledReport): string => {
  const { title, facts, chart, table, notes, link, sender } = report
  const bars = chart ? [`${chart.heading}\n${chart.bars.map((bar) => `${bar.name}: ${bar.text}`).join('\n')}`] : []
  return `${[
    title,
    formatFacts(facts).join('\n'),
    ...bars,
    formatTableLines(table).join('\n'),
    ...notes,
    `Full report: ${link}`,
    footnote(sender),
  ].join('\n\n')}\n`
}

const footnote = (sender: string): string =>
  `${sender} scheduled this report for you. To stop it, open the report in Cuvee.`

const barRow = ({ name, text: value, share, isNegative }: MailBar): string => {
  const width = Math.max(1, Math.round(share * 100))
  const color = isNegative ? BELOW_ZERO : BAR
  // Tables draw the bars: pictures are held back by mail programs, and styles are lost.
  return `<tr><td style="padding: 3px 12px 3px 0; font-size: 13px">${escapeHtml(name)}</td><td width="50%" style="padding: 3px 0"><table role="presentation" width="${width}%" cellpadding="0" cellspacing="0"><tr><td class="${isNegative ? 'below' : 'bar'}" bgcolor="${color}" height="12" style="background: ${color}; height: 12px; font-size: 0; line-height: 0">&nbsp;</td></tr></table></td><td align="right" style="padding: 3px 0 3px 12px; font-size: 13px; white-space: nowrap">${escapeHtml(value)}</td></tr>`
}

const chartHtml = ({ chart }: ScheduledReport): string =>
  chart === null
    ? ''
    : `<h2 style="margin: 24px 0 8px; font-size: 15px">${escapeHtml(chart.heading)}</h2>
<table width="100%" cellpadding="0" cellspacing="0" aria-label="${escapeHtml(chart.heading)}">${chart.bars.map(barRow).join('')}</table>`

/** On a phone a row is a card: the first cell is its heading, the others follow their column's name. */
const cellsHtml = (
  tag: 'td' | 'th',
  cells: readonly string[],
  { headers, isNumber }: MailTable,
  weight: number,
): string =>
  cells
    .map((cell, index) => {
      const side = isNumber[index] ? 'right' : 'left'
      const scope = tag === 'th' ? ' scope="col"' : ''
      const part = index === 0 ? ' first' : cell === '' ? ' blank' : ''
      const name =
        tag === 'th' || index === 0
          ? ''
          : `<span class="name muted" style="display: none">${escapeHtml(headers[index] ?? '')}: </span>`
      const wrap = isNumber[index] ? '; white-space: nowrap' : ''
      return `<${tag}${scope} class="line${part}" align="${side}" style="padding: 6px 10px 6px 0; border-bottom: 1px solid ${LINE}; font-weight: ${weight}; vertical-align: top${tag === 'td' ? wrap : ''}">${name}${escapeHtml(cell)}</${tag}>`
    })
    .join('')

const tableHtml = (table: MailTable): string => {
  const body = table.rows.map((row) => `<tr>${cellsHtml('td', row, table, 400)}</tr>`)
  const foot = table.totals ? [`<tr>${cellsHtml('td', table.totals, table, 600)}</tr>`] : []
  return `<table class="cards" width="100%" cellpadding="0" cellspacing="0" style="margin: 24px 0 0; font-size: 13px; border-collapse: collapse">
<thead><tr>${cellsHtml('th', table.headers, table, 600)}</tr></thead>
<tbody>${[...body, ...foot].join('\n')}</tbody>
</table>`
}

const html = (report: ScheduledReport): string => {
  const { title, facts, table, notes, link, sender } = report
  const lines = facts.map(({ label, text: value }) => `<strong>${escapeHtml(label)}:</strong> ${escapeHtml(value)}`)
  const remarks = notes.map(
    (note) => `<p class="muted" style="margin: 12px 0 0; color: ${MUTED}; font-size: 14px">${escapeHtml(note)}</p>`,
  )
  return mailPage({
    title,
    preheader: facts.map(({ label, text: value }) => `${label}: ${value}`).join(' · '),
    width: WIDTH,
    body: [
      `<h1 style="margin: 0 0 8px; font-size: 22px">${escapeHtml(title)}</h1>`,
      `<p class="muted" style="margin: 0; color: ${MUTED}; font-size: 13px">${lines.join('<br>')}</p>`,
      chartHtml(report),
      tableHtml(table),
      ...remarks,
      mailButton({ label: 'Open report', url: link }),
      mailFootnote(escapeHtml(footnote(sender))),
    ].join('\n'),
  })
}

/** A scheduled report: facts, bar chart, first rows, totals and a link to the full report. */
export const scheduledReportMail = (report: ScheduledReport): MailContent => ({
  subject: oneLine(report.range === null ? report.title : `${report.title}: ${report.range}`),
  text: text(report),
  html: html(report),
})

interface TrialOver {
  readonly title: string
  readonly noun: 'report' | 'dashboard'
  readonly accountName: string
  /** whether a trial ended, or else a plan */
  readonly isTrial: boolean
  readonly link: string
}

/** Sent once instead of a report when the account has no plan. */
export const trialOverMail = ({ title, noun, accountName, isTrial, link }: TrialOver): MailContent =>
  renderMail({
    subject: `${title} wasn’t sent because your ${isTrial ? 'trial' : 'plan'} has ended`,
    greeting: 'Hello,',
    paragraphs: [
      `The ${isTrial ? 'trial' : 'plan'} for ${accountName} has ended, so we’ve stopped sending “${title}” for now.`,
      'It’ll be sent on schedule again once you choose a plan. Until then, you can still open it in Cuvee.',
    ],
    action: { label: `Open ${noun}`, url: link },
    footnote: 'We won’t email you again about this.',
  })

interface InvalidReport {
  readonly title: string
  readonly problems: readonly string[]
  readonly link: string
}

/** To the creator of the schedule: the report's definition is no longer valid. */
export const invalidReportMail = ({ title, problems, link }: InvalidReport): MailContent =>
  renderMail({
    subject: `${title} is no longer being sent`,
    greeting: 'Hello,',
    paragraphs: [
      `“${title}” can’t be run as it’s currently set up, so we’ve stopped emailing it.`,
      `What’s wrong: ${problems.join('; ')}.`,
      'Edit the report, then schedule it again.',
    ],
    action: { label: 'Open report', url: link },
    footnote: 'You’re receiving this because you scheduled this report.',
  })
