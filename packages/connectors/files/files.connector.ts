import { isIP } from 'node:net'
import { isPublicIp } from '../kit/address.ts'
import type { Connection, PlatformConnector } from '../kit/connector.ts'
import { secretSetting, settingsSchema, textSetting } from '../kit/manifest.ts'
import { parseFileAddress } from './file-address.ts'

const isPrivateIp = (host: string): boolean => isIP(host) !== 0 && !isPublicIp(host)

/**
 * For the check of the address when a service is saved; the source checks it again at every call. Empty for text that is no address,
 * and for plain HTTP, except to fakes at private addresses.
 */
const addressToCheck = ({ address }: Connection['settings']): string => {
  try {
    const parsed = parseFileAddress(String(address))
    if (parsed.kind === 'sftp') return `https://${parsed.host.includes(':') ? `[${parsed.host}]` : parsed.host}/`
    return parsed.url.protocol === 'https:' || isPrivateIp(parsed.url.hostname) ? parsed.url.href : ''
  } catch {
    return ''
  }
}

export const filesConnector = {
  type: 'files',
  title: 'Scheduled file import',
  description:
    'CSV, Excel, and ZIP files that another system writes to a URL or an SFTP folder, and Google Sheets. New and changed files are imported on schedule.',
  auth: 'basic',
  settingsSchema: settingsSchema(['address'], {
    address: textSetting('URL', {
      description:
        'Of a file, such as https://shop.example.com/export/orders.csv; of an SFTP folder, such as sftp://files.example.com/exports; or the link to a Google sheet.',
      maxLength: 1000,
      pattern: String.raw`\s*([hH][tT][tT][pP][sS]?|[sS][fF][tT][pP]):\/\/[^\s/]+\S*\s*`,
      patternMessage: 'Enter an address that starts with https:// or sftp://',
    }),
    username: textSetting('Username', {
      description: 'Required for SFTP. Leave it blank for a URL without a password.',
    }),
    password: { type: 'string', title: 'Password', maxLength: 500, writeOnly: true },
    pattern: textSetting('File names', {
      description:
        'Which files of an SFTP folder to import, such as *.csv, *.xlsx, *.zip. * stands for any text; separate several with commas.',
      default: '*.csv',
    }),
    kind: textSetting('Contents', {
      description: 'What a row of the files is.',
      default: 'auto',
      enum: ['auto', 'order_lines', 'orders', 'customers', 'products', 'inventory', 'memberships', 'reservations'],
      enumTitles: [
        'Detect from the columns',
        'Order lines',
        'Orders',
        'Customers',
        'Products',
        'Inventory',
        'Memberships',
        'Reservations',
      ],
    }),
    skipBadRows: {
      type: 'boolean',
      title: 'Skip rows that can’t be read',
      description: 'Otherwise, a file with such a row isn’t imported at all.',
      default: false,
    },
    replaceConflicts: {
      type: 'boolean',
      title: 'Replace corrected orders',
      description:
        'Otherwise, a file isn’t imported if one of its orders was imported before with another date and another total or customer.',
      default: false,
    },
    privateKey: secretSetting('Private key', {
      description:
        'For SFTP with a key instead of a password, in OpenSSH or PEM format. If it has a passphrase, enter that as the password.',
      maxLength: 20_000,
      multiline: true,
      advanced: true,
    }),
    hostKey: textSetting('Server key', {
      description:
        'Fingerprint of the SFTP server’s key. If you leave it empty, the key of the first sync is kept here. A server with another key is refused.',
      maxLength: 100,
      pattern: String.raw`\s*SHA256:[A-Za-z0-9+\/]{43}\s*`,
      patternMessage: 'Enter the key as SHA256: and 43 characters',
      advanced: true,
    }),
    mapping: textSetting('Column mapping', {
      description:
        'If the columns aren’t recognized by their names: which column fills which field, as JSON, such as {"orderId": "Order #"}. Fields are named as in the import API.',
      maxLength: 20_000,
      multiline: true,
      advanced: true,
      deprecated: true,
    }),
  }),
  streams: ['orders', 'order_lines', 'customers', 'products', 'inventory', 'clubs', 'memberships', 'reservations'],
  defaultUrl: addressToCheck,
  budgets: [],
  webhook: null,
  load: async () => (await import('./files-session.ts')).openFiles,
} as const satisfies PlatformConnector
