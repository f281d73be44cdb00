export { type AbsentCaller, findAbsentCaller } from './absent-caller.repo.ts'
export { changeUserRoles, lockGiver, revokeGivenAccess } from './given-access.ts'
export {
  countUsers,
  createUser,
  findEmailHolder,
  findUser,
  findUserByEmail,
  fullName,
  isEmailReserved,
  lockUser,
  newPlaceholderEmail,
  normalizeEmail,
  presentSession,
  presentUser,
  type UserRow,
  updateEmail,
  updateProvedUser,
  updateUser,
  userCreated,
  userEmailChanged,
  userRemoved,
} from './users.repo.ts'
