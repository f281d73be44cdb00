import { X509Certificate } from 'node:crypto'
import type { AddressRule } from '#connectors/kit/address.ts'
import { fail } from '#contract/errors.ts'
import type { SamlProvider } from '#domain/single-sign-on.ts'
import { elements, parseXml, SIGNATURE } from './saml-xml.ts'

const METADATA = 'urn:oasis:names:tc:SAML:2.0:metadata'
const REDIRECT = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect'
const MAX_CERTIFICATES = 10

const refused = (message: string, cause?: unknown) =>
  fail('sign_on.metadata_refused', { field: 'metadata', values: { message }, cause })

const NO_METADATA = 'This isn’t the metadata of a SAML provider. Paste the XML as your provider shows it.'

const parse = (xml: string): Document => {
  try {
    return parseXml(xml)
  } catch (error) {
    throw refused(NO_METADATA, error)
  }
}

/** Keys of a provider are for signing unless they say otherwise. */
const readCertificates = (descriptor: Element): string[] =>
  elements(descriptor, METADATA, 'KeyDescriptor')
    .filter((key) => key.getAttribute('use') !== 'encryption')
    .flatMap((key) => elements(key, SIGNATURE, 'X509Certificate'))
    .map((certificate) => (certificate.textContent ?? '').replace(/\s/g, ''))

export const parseCertificate = (base64: string): X509Certificate => new X509Certificate(Buffer.from(base64, 'base64'))

const checkCertificate = (base64: string): void => {
  try {
    parseCertificate(base64)
  } catch (error) {
    throw refused('The metadata has a certificate that can’t be read.', error)
  }
}

const readSignInUrl = (descriptor: Element, { allowPrivate }: AddressRule): string => {
  const text = elements(descriptor, METADATA, 'SingleSignOnService')
    .find((service) => service.getAttribute('Binding') === REDIRECT)
    ?.getAttribute('Location')
  const url = URL.parse(text ?? '')
  if (!url) throw refused('The metadata has no sign-in URL with the HTTP-Redirect binding.')
  if (url.protocol !== 'https:' && !(allowPrivate && url.protocol === 'http:'))
    throw refused('The sign-in URL in the metadata must start with https:.')
  return url.href
}

/** Reads the XML that a provider shows or lets download. Errors: `sign_on.metadata_refused`. */
export const readSamlMetadata = (xml: string, rule: AddressRule): SamlProvider => {
  const root = parse(xml)
  const [descriptor, ...others] = elements(root, METADATA, 'IDPSSODescriptor')
  if (!descriptor && elements(root, METADATA, 'SPSSODescriptor').length > 0)
    throw refused('This is the metadata of an application. Paste the one of your provider.')
  if (!descriptor) throw refused(NO_METADATA)
  if (others.length > 0) throw refused('The metadata describes several providers. Paste only yours.')
  const entityId = (descriptor.parentNode as Element | null)?.getAttribute?.('entityID')?.trim() ?? ''
  if (entityId === '' || entityId.length > 500) throw refused('The metadata has no entity ID.')
  const certificates = [...new Set(readCertificates(descriptor))]
  if (certificates.length === 0) throw refused('The metadata has no signing certificate.')
  if (certificates.length > MAX_CERTIFICATES) throw refused('The metadata has too many certificates.')
  certificates.forEach(checkCertificate)
  return { entityId, signInUrl: readSignInUrl(descriptor, rule), certificates }
}
