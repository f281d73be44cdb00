import { z } from 'zod'
import { readEnvelope } from '../kit/read-records.ts'
import type { AudienceMember, TagWriter } from '../kit/tag-writer.ts'
import type { MailchimpApi } from './mailchimp-api.ts'

const Lists = z.object({ lists: z.array(z.object({ id: z.string().min(1), name: z.string() })) })
const Members = z.object({
  members: z.array(
    z.object({ email_address: z.string(), status: z.string(), tags: z.array(z.object({ name: z.string() })) }),
  ),
})
const Tag = z.object({ id: z.int(), name: z.string() })
const Tags = z.object({ tags: z.array(Tag) })
const Changed = z.object({
  errors: z.array(z.object({ email_addresses: z.array(z.string()), error: z.string() })).default([]),
})

const MOST_LISTS = 1000
const PAGE_SIZE = 1000

const UNSUBSCRIBED: readonly string[] = ['unsubscribed', 'cleaned', 'archived']

const standingOf = (status: string): AudienceMember['standing'] => {
  if (status === 'subscribed') return 'subscribed'
  return UNSUBSCRIBED.includes(status) ? 'unsubscribed' : 'noConsent'
}

/** Tags of Mailchimp, which are static segments of an audience. */
export const mailchimpTags = ({ read, write }: Pick<MailchimpApi, 'read' | 'write'>): TagWriter => ({
  audiences: async () => {
    const answer = await read('lists', { count: MOST_LISTS, fields: 'lists.id,lists.name' })
    return readEnvelope(answer, Lists, 'The audiences').lists
  },
  async *members(audienceId) {
    const fields = 'members.email_address,members.status,members.tags'
    for (let offset = 0; ; offset += PAGE_SIZE) {
      const answer = await read(`lists/${audienceId}/members`, { count: PAGE_SIZE, offset, fields })
      const { members } = readEnvelope(answer, Members, 'The people of an audience')
      yield members.map(({ email_address, status, tags }) => ({
        email: email_address.trim().toLowerCase(),
        standing: standingOf(status),
        tags: tags.map(({ name }) => name),
      }))
      if (members.length < PAGE_SIZE) return
    }
  },
  open: async (audienceId, name) => {
    const segments = `lists/${audienceId}/segments`
    const found = readEnvelope(await read(`lists/${audienceId}/tag-search`, { name }), Tags, 'The tags')
    const known = found.tags.find((tag) => tag.name === name)
    const { id } = known ?? readEnvelope(await write(segments, { name, static_segment: [] }), Tag, 'The new tag')
    return async ({ add, remove }) => {
      const answer = await write(`${segments}/${id}`, { members_to_add: add, members_to_remove: remove })
      const { errors } = readEnvelope(answer, Changed, 'The change of a tag')
      return errors.map(({ email_addresses, error }) => `${error} (${email_addresses.join(', ')})`)
    }
  },
})
