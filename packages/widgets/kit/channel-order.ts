import { CHANNELS } from '#domain/commerce.ts'

const ORDER: readonly string[] = CHANNELS

/** The colour of a channel is the same in every tile; the two rarest share the last. */
export const channelColor = (channel: string): number => {
  const place = ORDER.indexOf(channel)
  return place < 0 ? 7 : Math.min(place, 7)
}

/** Channels in their fixed order, unknown ones last. */
export const byChannelOrder = (a: string, b: string): number => {
  const orderOf = (channel: string): number => {
    const place = ORDER.indexOf(channel)
    return place < 0 ? ORDER.length : place
  }
  return orderOf(a) - orderOf(b) || a.localeCompare(b)
}
