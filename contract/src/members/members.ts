import { z } from 'zod'
import { nameMin, nameTooShort, user } from '../auth/access.ts'
import { call } from '../shared/call.ts'
import { personName } from '../shared/names.ts'
import { phoneText } from '../shared/phone.ts'
import { plainText, rowId } from '../shared/wire.ts'
import { otpCode, otpSid } from './otp.ts'

const place = rowId.nullable()

/** Fields that members may change freely (B-OPEN-23). Fields that are not sent stay unchanged. */
export const memberChanges = z.object({
  membername: personName(100).min(1, 'Please fill').min(nameMin, nameTooShort).optional(),
  memberaddress: plainText(300).nullish(),
  membercontact: plainText(100).nullish(),
  /** URL path of an uploaded picture; an empty text removes the picture. */
  memberavatar: plainText(300).nullish(),
  provinceid: place.optional(),
  cityid: place.optional(),
  districtid: place.optional(),
})

/** The form with which a member completes the account: all fields that a complete account needs (B-OPEN-24). */
export const memberCompletion = z.object({
  membername: personName(100).min(1, 'Please fill').min(nameMin, nameTooShort),
  memberphone: phoneText,
  memberaddress: plainText(300).min(1, 'Alamat wajib diisi'),
  membercontact: plainText(100).nullish(),
  memberavatar: plainText(300).nullish(),
  provinceid: rowId,
  cityid: rowId,
  districtid: rowId,
})

const otpRefusals = ['otp.wrong', 'otp.expired', 'phone.invalid', 'phone.locked', 'phone.taken'] as const

export const memberCalls = {
  change: call('PATCH', '/api/v1/user', {
    summary: 'Change the freely editable fields of the profile',
    access: 'member',
    body: memberChanges,
    data: user,
    done: 'Profile berhasil diupdate',
    limit: { setting: 'profile.changesPerHour', seconds: 3600 },
    refuses: ['name.taken', 'name.of_platform', 'location.unknown', 'upload.unknown'],
  }),
  complete: call('PATCH', '/api/v1/user/newupdate', {
    summary: 'Complete the account, with the code that verifies the phone',
    access: 'member',
    secondFactor: 'adminsAndSellers',
    stepUp: true,
    body: z.object({ otp: otpCode, otpkey: otpSid, member: memberCompletion }),
    data: user,
    done: 'Profile berhasil diupdate',
    refuses: [...otpRefusals, 'name.taken', 'name.of_platform', 'location.unknown', 'upload.unknown'],
  }),
  releasePhone: call('DELETE', '/api/v1/user/phone', {
    summary: 'Remove a recent phone verification; the member can verify another phone',
    access: 'member',
    secondFactor: 'adminsAndSellers',
    stepUp: 'mail',
    data: user,
    done: 'Nomor telp dilepas',
    refuses: ['phone.locked'],
  }),
  verifyPhone: call('POST', '/api/v1/user/verifyphone', {
    summary: 'Verify the phone with its code; afterwards it cannot be changed',
    access: 'member',
    secondFactor: 'adminsAndSellers',
    stepUp: true,
    body: z.object({ phone: phoneText, otp: otpCode, sid: otpSid }),
    data: user,
    done: 'Nomor telp berhasil diverifikasi',
    refuses: otpRefusals,
  }),
}
