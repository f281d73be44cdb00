import { escapeHtml, LINE, type MailContent, MUTED, mailButton, mailFootnote, mailPage, oneLine } from './mail-page.ts'

interface MailValue {
  readonly text: string
  /** in the comparison period; null: not compared */
  readonly before: string | null
}

interface MailRows {
  readonly heading: string
  /** of the values */
  readonly titles: readonly string[]
  readonly rows: readonly { readonly name: string; readonly values: readonly MailValue[] }[]
  /** rows that are left out */
  readonly more: number
}

interface MailKpi {
  readonly label: string
  readonly text: string
  /** null without a comparison */
  readonly change: { readonly word: string; readonly amount: string } | null
}

interface MailTile {
  /** null: none */
  readonly title: string | null
  /** formatted, with what they are compared with; null: all time */
  readonly dates: string | null
  readonly kpis: readonly MailKpi[]
  readonly rows: readonly MailRows[]
  readonly goal: { readonly words: string } | null
  readonly note: string | null
  /** why there are no numbers */
  readonly problem: string | null
}

interface ScheduledDashboard {
  readonly title: string
  /** when it was due, formatted */
  readonly day: string
  /** name of the attached picture; null: there is none */
  readonly picture: string | null
  readonly tiles: readonly MailTile[]
  readonly link: string
  /** creator of the schedule */
  readonly sender: string
}

const WIDTH = 600
/** Of the picture, at which it is drawn. */
const PICTURE_WIDTH = 480

const kpiText = ({ label, text, change }: MailKpi): string => {
  if (change === null) return `${label}: ${text}`
  return `${label}: ${text}, ${[change.word.toLowerCase(), change.amount].filter(Boolean).join(' ')}`
}

const footnote = (sender: string): string =>
  `${sender} scheduled this dashboard for you. It can be stopped on the dashboard’s page in Cuvee.`

/** Several values of a row say what they are. */
const valueTexts = ({ titles }: MailRows, values: readonly MailValue[]): readonly string[] =>
  values.map(({ text: now, before }, at) => {
    const words = before === null ? now : `${now} (before: ${before})`
    return titles.length === 1 ? words : `${titles[at]}: ${words}`
  })

const moreText = ({ more }: MailRows): string[] =>
  more === 0 ? [] : [`and ${more} more ${more === 1 ? 'row' : 'rows'} on the dashboard`]

const rowsText = (table: MailRows): string[] => [
  table.heading,
  ...table.rows.map(({ name, values }) => `  ${name}: ${valueTexts(table, values).join(', ')}`),
  ...moreText(table).map((words) => `  ${words}`),
]

/** What a tile says besides its rows. */
const sentences = ({ problem, note, kpis, goal }: MailTile): string[] => [
  ...(problem === null ? [] : [problem]),
  ...(note === null ? [] : [note]),
  ...kpis.map(kpiText),
  ...(goal === null ? [] : [goal.words]),
]

export const tileText = (tile: MailTile): string =>
  [
    ...(tile.title === null ? [] : [tile.title]),
    ...(tile.dates === null ? [] : [tile.dates]),
    ...sentences(tile),
    ...tile.rows.flatMap(rowsText),
  ].join('\n')

const text = ({ title, day, tiles, link, sender }: ScheduledDashboard): string =>
  `${[title, day, ...tiles.map(tileText), `Open dashboard: ${link}`, footnote(sender)].join('\n\n')}\n`

const small = (words: string): string =>
  `<p class="muted" style="margin: 0; color: ${MUTED}; font-size: 13px">${escapeHtml(words)}</p>`

const rowsHtml = (table: MailRows): string => {
  if (table.rows.length === 0) return ''
  const cell = `class="line" valign="top" style="padding: 4px 10px 4px 0; border-bottom: 1px solid ${LINE}"`
  const lines = table.rows.map(({ name, values }) => {
    const texts = valueTexts(table, values).map(escapeHtml).join('<br>')
    return `<tr><td ${cell}>${escapeHtml(name)}</td><td ${cell} align="right">${texts}</td></tr>`
  })
  return `${small(table.heading)}<table width="100%" cellpadding="0" cellspacing="0" style="margin: 4px 0 12px; font-size: 13px; border-collapse: collapse">${lines.join('')}</table>${moreText(table).map(small).join('')}`
}

const tileHtml = (tile: MailTile): string =>
  [
    tile.title === null
      ? '<div style="height: 24px"></div>'
      : `<h2 style="margin: 24px 0 4px; font-size: 16px">${escapeHtml(tile.title)}</h2>`,
    ...(tile.dates === null ? [] : [small(tile.dates)]),
    ...sentences(tile).map((words) => `<p style="margin: 4px 0; white-space: pre-line">${escapeHtml(words)}</p>`),
    ...tile.rows.map(rowsHtml),
  ].join('\n')

const html = (dashboard: ScheduledDashboard): string => {
  const { title, day, picture, tiles, link, sender } = dashboard
  const image = `<img src="cid:${picture}" alt="${escapeHtml(`Charts of ${title}`)}" width="${PICTURE_WIDTH}" style="display: block; margin: 16px 0; width: 100%; max-width: ${PICTURE_WIDTH}px; height: auto">`
  return mailPage({
    title,
    preheader: tiles.flatMap(({ kpis }) => kpis.slice(0, 1).map(kpiText)).join(' · '),
    width: WIDTH,
    body: [
      `<h1 style="margin: 0 0 8px; font-size: 22px">${escapeHtml(title)}</h1>`,
      small(day),
      ...(picture === null ? [] : [image, small('The same numbers as text:')]),
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
