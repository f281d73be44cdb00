import type { RegistrationResponse, User } from '#contract/auth.ts'

/** The user that a registration answer tells of; the rest is loaded with the frame. */
export const registeredUser = (answer: RegistrationResponse, now: Date): User => ({
  id: answer.userId,
  accountId: answer.accountId,
  createdDateUtc: now.toISOString(),
  firstName: answer.firstName,
  lastName: answer.lastName,
  email: answer.email,
  emailVerified: answer.emailVerified,
  lastLoginDateUtc: null,
  profilePhotoUrlLarge: answer.profilePictureLarge,
  profilePhotoUrlSmall: answer.profilePictureSmall,
  theme: 'light',
  culture: null,
  roles: answer.roles,
})
