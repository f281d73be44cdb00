import { CHANNELS } from '#domain/commerce.ts'

const ORDER: readonly string[] = CHANNELS

/** A channel has the same color in every tile; the two rarest share the last one. */
export const channelColor = (channel: string): number => {
  const place = ORDER.indexOf(channel)
  return place < 0 ? 7 : Math.min(place, 7)
}

/** Channels in a fixed order, unknown ones last. */
export const byChannelOrder = (a: string, b: string): number => {
  const orderOf = (channel: string): number => {
    const place = ORDER.indexOf(channel)
    return place < 0 ? ORDER.length : place
  }
  return orderOf(a) - orderOf(b) || a.localeCompare(b)
}
