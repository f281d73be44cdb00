import type { AudienceMember } from '#connectors/kit/tag-writer.ts'

/**
 * Who of an audience gets or loses a tag, so that it marks the subscribed people of a segment. `emails`: of the segment, in lower case. Nobody is
 * added to the audience, and the tag leaves people who left the segment, whatever their subscription.
 */
export const planTags = async (
  emails: ReadonlySet<string>,
  members: AsyncIterable<readonly AudienceMember[]>,
  tag: string,
) => {
  const [add, remove]: [string[], string[]] = [[], []]
  const counts = { tagged: 0, noConsent: 0, unsubscribed: 0 }
  const found = new Set<string>()
  for await (const page of members)
    for (const { email, standing, tags } of page) {
      const isTagged = tags.includes(tag)
      if (!emails.has(email)) {
        if (isTagged) remove.push(email)
        continue
      }
      if (found.has(email)) continue
      found.add(email)
      if (standing !== 'subscribed') counts[standing] += 1
      else if (isTagged) counts.tagged += 1
      else add.push(email)
    }
  const unknown = emails.size - found.size
  return { add, remove, counts: { ...counts, toTag: add.length, toUntag: remove.length, unknown } }
}
