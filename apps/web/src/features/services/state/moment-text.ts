import { relativeTime } from '#web/app/notifications/relative-time.ts'

/** Below this many milliseconds ahead, a moment is as good as there. */
const SOON = 60_000

/** When something is going to be: "in 12 minutes"; "any moment" when it is due. `now` in epoch milliseconds. */
export const aheadText = (instant: string, now: number, culture?: string): string =>
  Date.parse(instant) - now < SOON ? 'any moment' : relativeTime(instant, now, culture)

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** How long something took: "48 s", "3 min 20 s", "1 h 5 min". */
export const durationText = (milliseconds: number): string => {
  if (milliseconds < MINUTE) return `${Math.max(0, Math.round(milliseconds / 1000))} s`
  const [large, small, largeName, smallName] =
    milliseconds < HOUR ? ([MINUTE, 1000, 'min', 's'] as const) : ([HOUR, MINUTE, 'h', 'min'] as const)
  const whole = Math.floor(milliseconds / large)
  const rest = Math.floor((milliseconds % large) / small)
  return rest === 0 ? `${whole} ${largeName}` : `${whole} ${largeName} ${rest} ${smallName}`
}
