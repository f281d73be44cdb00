import type { CalendarNote } from '#contract/calendar.ts'
import { holidaysInYear } from '#domain/ranges/holidays.ts'
import { addDays, parseLocalDay } from '#domain/ranges/local-day.ts'
import type { Release } from '#domain/ranges/release-pairs.ts'
import type { Campaign } from '#server/modules/analytics/index.ts'
import type { Days } from './calendar.repo.ts'

const overlaps = (a: Days, b: Days): boolean => a.from < b.until && a.until > b.from

/** The holidays that a winery compares, for accounts in the United States. */
export const holidayNotes = (days: Days, country: string | null): CalendarNote[] => {
  if (country !== 'US') return []
  const first = parseLocalDay(days.from).year
  const years = Array.from({ length: parseLocalDay(days.until).year - first + 1 }, (_, index) => first + index)
  return years
    .flatMap((year) => holidaysInYear(year))
    .filter((holiday) => overlaps(holiday, days))
    .map(({ name, from, until }) => ({
      id: `holiday-${from}`,
      title: name,
      from,
      until,
      kind: 'holiday',
      text: null,
      source: 'holiday',
    }))
}

/** Club releases on the day that they were processed; those of several clubs with one name and day are one note. */
export const releaseNotes = (days: Days, releases: readonly Release[]): CalendarNote[] => {
  const shown = releases.filter(({ day }) => day >= days.from && day < days.until)
  const byRun = Map.groupBy(shown, ({ name, day }) => JSON.stringify([day, name]))
  return [...byRun.values()].flatMap(([first, ...others]): CalendarNote[] => {
    if (first === undefined) return []
    const { name, day } = first
    const clubs = [first, ...others].flatMap(({ clubName }) => (clubName === null ? [] : [clubName]))
    return [
      {
        id: `release-${day}-${name}`,
        title: name,
        from: day,
        until: addDays(day, 1),
        kind: 'release',
        text: clubs.length === 0 ? null : [...new Set(clubs)].toSorted().join(', '),
        source: 'release',
      },
    ]
  })
}

const TITLE_LENGTH = 120
const TEXT_LENGTH = 1000

const campaignText = (
  { subject, audience, recipients, isScheduled }: Campaign,
  service: string | undefined,
): string => {
  const sentTo =
    recipients === null
      ? audience
      : [`${recipients.toLocaleString('en-US')} emails`, audience].filter(Boolean).join(' to ')
  return [isScheduled ? 'Scheduled' : null, subject, sentTo, service === undefined ? null : `From ${service}`]
    .filter(Boolean)
    .join(' · ')
    .slice(0, TEXT_LENGTH)
}

/** Campaigns on the day that they were sent, or are scheduled to be; `serviceNames`: by service. */
export const campaignNotes = (
  campaigns: readonly Campaign[],
  serviceNames: ReadonlyMap<string, string>,
): CalendarNote[] =>
  campaigns.map((campaign) => ({
    id: `campaign-${campaign.serviceId}-${campaign.id}`,
    title: campaign.name.slice(0, TITLE_LENGTH),
    from: campaign.day,
    until: addDays(campaign.day, 1),
    kind: 'campaign',
    text: campaignText(campaign, serviceNames.get(campaign.serviceId)),
    source: 'campaign',
  }))
