import type { BodySent } from '@lapak/contract/shared/call'
import { pushCalls } from '@lapak/contract/system/push'
import { request } from '#lib/api.ts'

/*
 * The push subscription of this browser, which belongs to the session and ends at sign-out. Either the browser or the server may lose its
 * subscription, so the two subscriptions are compared when the web app is opened.
 */

type Subscription = BodySent<typeof pushCalls.subscribe>

/**
 * Whether push messages are possible. A browser without a push manager is either an iPhone on which the web app is not installed on the home screen,
 * or an old browser.
 */
export function pushSupport(): 'yes' | 'install' | 'no' {
  if ('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window) return 'yes'
  return 'standalone' in navigator && navigator.standalone === false ? 'install' : 'no'
}

/** Creates the subscription in this browser. Call it only in response to a press: browsers ask for permission once and remember a refusal. */
export async function createSubscription(key: string): Promise<Subscription> {
  if ((await Notification.requestPermission()) !== 'granted')
    throw new Error('Izin notifikasi ditolak. Izinkan notifikasi untuk situs ini di pengaturan peramban, lalu coba lagi.')
  const { pushManager } = await navigator.serviceWorker.ready
  try {
    const known = await pushManager.getSubscription()
    if (known && !isOf(known, key)) await known.unsubscribe()
    return sent(await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytesOf(key) }))
  } catch (error) {
    console.debug(error)
    throw new Error('Peramban ini tidak bisa menghubungi layanan push-nya. Periksa koneksi internet, lalu coba lagi.')
  }
}

export async function removeSubscription() {
  const registration = await navigator.serviceWorker?.getRegistration()
  await (await registration?.pushManager.getSubscription())?.unsubscribe()
}

/** Makes the server's subscription equal to the browser's, as long as the user permits push messages. Called once when the web app is opened. */
export async function syncSubscription(): Promise<void> {
  if (pushSupport() !== 'yes' || Notification.permission !== 'granted') return
  const registration = await navigator.serviceWorker.getRegistration()
  const known = await registration?.pushManager.getSubscription()
  const state = await request(pushCalls.state, {})
  if (known && state.kunci && isOf(known, state.kunci)) {
    if (state.perangkatini !== (await fingerprintOf(known.endpoint))) await request(pushCalls.subscribe, { body: sent(known) })
  } else if (registration && state.kunci && state.perangkatini) {
    // The browser dropped its subscription, or the platform's key has changed.
    await known?.unsubscribe()
    const fresh = await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytesOf(state.kunci) })
    await request(pushCalls.subscribe, { body: sent(fresh) })
  }
}

function sent(subscription: PushSubscription): Subscription {
  const { endpoint = '', keys } = subscription.toJSON()
  return { alamat: endpoint, p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' }
}

const isOf = ({ options }: PushSubscription, key: string): boolean => {
  const own = options.applicationServerKey
  return own !== null && new Uint8Array(own).toString() === bytesOf(key).toString()
}

const bytesOf = (base64url: string) =>
  Uint8Array.from(atob(base64url.replace(/-/g, '+').replace(/_/g, '/')), (character) => character.charCodeAt(0))

async function fingerprintOf(address: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(address))
  return [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
