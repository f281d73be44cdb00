import { escapeHtml, LINE, type MailContent, MUTED, mailButton, mailFootnote, mailPage, oneLine } from './mail-page.ts'

interface MailTile {
  readonly title: string
  /** formatted; null: all time */
  readonly range: string | null
  readonly kpis: readonly { readonly label: string; readonly text: string; readonly previous: string | null }[]
  readonly rows: {
    readonly heading: string
    readonly lines: readonly (readonly [name: string, value: string])[]
  } | null
  /** why there are no numbers */
  readonly problem: string | null
}

interface ScheduledDashboard {
  readonly title: string
  /** when it was made, formatted */
  readonly day: string
  /** name of the attached picture; null: there is none */
  readonly picture: string | null
  readonly tiles: readonly MailTile[]
  readonly link: string
  /** creator of the schedule */
  readonly sender: string
}

const WIDTH = 900

const kpiText = ({ label, text, previous }: MailTile['kpis'][number]): string =>
  previous === null ? `${label}: ${text}` : `${label}: ${text} (before: ${previous})`

const footnote = (sender: string): string =>
  `${sender} scheduled this dashboard for you. It can be stopped on the dashboard’s page in Cuvee.`

const tileText = ({ title, range, kpis, rows, problem }: MailTile): string =>
  [
    range === null ? title : `${title}, ${range}`,
    ...(problem === null ? [] : [problem]),
    ...kpis.map(kpiText),
    ...(rows === null ? [] : [rows.heading, ...rows.lines.map(([name, value]) => `  ${name}: ${value}`)]),
  ].join('\n')

const text = ({ title, day, tiles, link, sender }: ScheduledDashboard): string =>
  `${[title, day, ...tiles.map(tileText), `Open dashboard: ${link}`, footnote(sender)].join('\n\n')}\n`

const small = (words: string): string =>
  `<p class="muted" style="margin: 0; color: ${MUTED}; font-size: 13px">${escapeHtml(words)}</p>`

const rowsHtml = ({ rows }: MailTile): string => {
  if (rows === null || rows.lines.length === 0) return ''
  const cell = `class="line" style="padding: 4px 10px 4px 0; border-bottom: 1px solid ${LINE}"`
  const lines = rows.lines.map(
    ([name, value]) =>
      `<tr><td ${cell}>${escapeHtml(name)}</td><td ${cell} align="right">${escapeHtml(value)}</td></tr>`,
  )
  return `${small(rows.heading)}<table width="100%" cellpadding="0" cellspacing="0" style="margin: 4px 0 0; font-size: 13px; border-collapse: collapse">${lines.join('')}</table>`
}

const tileHtml = (tile: MailTile): string =>
  [
    `<h2 style="margin: 24px 0 4px; font-size: 16px">${escapeHtml(tile.title)}</h2>`,
    ...(tile.range === null ? [] : [small(tile.range)]),
    ...(tile.problem === null ? [] : [small(tile.problem)]),
    ...tile.kpis.map((kpi) => `<p style="margin: 4px 0">${escapeHtml(kpiText(kpi))}</p>`),
    rowsHtml(tile),
  ].join('\n')

const html = (dashboard: ScheduledDashboard): string => {
  const { title, day, picture, tiles, link, sender } = dashboard
  const image = `<img src="cid:${picture}" alt="${escapeHtml(`Charts of ${title}; the same numbers follow as text`)}" width="100%" style="display: block; margin: 16px 0; max-width: 100%">`
  return mailPage({
    title,
    preheader: tiles.flatMap(({ kpis }) => kpis.slice(0, 1).map(kpiText)).join(' · '),
    width: WIDTH,
    body: [
      `<h1 style="margin: 0 0 8px; font-size: 22px">${escapeHtml(title)}</h1>`,
      small(day),
      ...(picture === null ? [] : [image]),
      ...tiles.map(tileHtml),
      mailButton({ label: 'Open dashboard', url: link }),
      mailFootnote(escapeHtml(footnote(sender))),
    ].join('\n'),
  })
}

/** A scheduled dashboard: its picture, and its numbers as text. */
export const scheduledDashboardMail = (dashboard: ScheduledDashboard): MailContent => ({
  subject: oneLine(dashboard.title),
  text: text(dashboard),
  html: html(dashboard),
})
