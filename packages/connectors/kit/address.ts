import { BlockList, isIP } from 'node:net'
import { AddressNotAllowed } from './platform-problems.ts'

const PRIVATE_V4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
]

// Of IPv6 only global unicast is public, excluding reserved ranges and those that embed IPv4 addresses (Teredo, 6to4).
const PUBLIC_V6 = ['2000::/3']
const SPECIAL_V6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']

const blockList = (subnets: readonly string[], family: 'ipv4' | 'ipv6'): BlockList => {
  const list = new BlockList()
  for (const subnet of subnets) {
    const [net = '', prefix] = subnet.split('/')
    list.addSubnet(net, Number(prefix), family)
  }
  return list
}

const privateV4 = blockList(PRIVATE_V4, 'ipv4')
const publicV6 = blockList(PUBLIC_V6, 'ipv6')
const specialV6 = blockList(SPECIAL_V6, 'ipv6')

/** Whether text is a public IP address; false for text that is not an IP address. */
export const isPublicIp = (address: string): boolean => {
  const version = isIP(address)
  if (version === 4) return !privateV4.check(address, 'ipv4')
  if (version !== 6) return false
  return publicV6.check(address, 'ipv6') && !specialV6.check(address, 'ipv6')
}

const LOCAL_NAME = /(^|\.)localhost$/
const PUBLIC_PORTS = ['', '80', '443']

// The WHATWG URL parser has already normalized decimal, octal, hexadecimal and short forms to dotted ones.
const isPublicHost = (hostname: string): boolean => {
  const host = hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.+$/, '')
  if (host === '' || LOCAL_NAME.test(host)) return false
  return isIP(host) === 0 || isPublicIp(host)
}

export interface AddressRule {
  /** allows loopback and private addresses and any port, for fake platforms on this machine */
  readonly allowPrivate: boolean
}

/**
 * Returns the URL if it may be called: http or https, without credentials, and, unless private addresses are allowed, a public
 * host at port 80 or 443. Its addresses are checked when it is resolved: see guarded-agent.ts. Throws `AddressNotAllowed`.
 */
export const checkAddress = (address: string | URL, rule: AddressRule): URL => {
  const url = URL.parse(String(address))
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:')) throw new AddressNotAllowed()
  if (url.username !== '' || url.password !== '') throw new AddressNotAllowed()
  if (rule.allowPrivate) return url
  if (!PUBLIC_PORTS.includes(url.port) || !isPublicHost(url.hostname)) throw new AddressNotAllowed()
  return url
}
