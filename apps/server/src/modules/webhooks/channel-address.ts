import type { ChannelFormat } from '#domain/webhooks.ts'

interface Product {
  readonly name: string
  readonly isAddress: (url: URL) => boolean
  /** what to enter instead of another address */
  readonly hint: string
}

const PRODUCTS: Readonly<Record<ChannelFormat, Product>> = {
  slack: {
    name: 'Slack',
    isAddress: ({ host, pathname }) => host === 'hooks.slack.com' && pathname.startsWith('/services/'),
    hint: 'Enter the webhook URL from Slack. It starts with https://hooks.slack.com/services/',
  },
  // Connectors at webhook.office.com ended in 2026. Workflows moved from the first host to the second, which Azure still uses.
  teams: {
    name: 'Teams',
    isAddress: ({ host }) => /\.(?:logic\.azure|api\.powerplatform)\.com$/.test(host),
    hint: 'Enter the URL from the Workflows app in Teams. Its host ends in api.powerplatform.com or logic.azure.com',
  },
}

export const productName = (format: ChannelFormat): string => PRODUCTS[format].name

/** Why a URL is not an incoming webhook of the product; null: it is one. */
export const addressProblem = (format: ChannelFormat, url: URL): string | null =>
  PRODUCTS[format].isAddress(url) ? null : PRODUCTS[format].hint

const SHOWN_CHARACTERS = 4

/** An address that posts nothing, but differs from others. */
export const maskAddress = (address: string): string =>
  `${new URL(address).origin}/…${address.slice(-SHOWN_CHARACTERS)}`
