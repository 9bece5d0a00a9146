import type { SellerPage } from '@lapak/contract/selling/sellers'
import { wib } from '@lapak/contract/shared/time-text'
import { IconClock, IconMapPin, IconPhone } from '@tabler/icons-react'
import { Quality } from '#features/catalogue/catalogue/quality.tsx'
import classes from '#features/selling/sellers/seller-head.module.css'
import { OnlineMark, ShopMark } from '#features/selling/sellers/seller-marks.tsx'
import { relativeTime } from '#lib/relative-time.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Card } from '#ui/card.tsx'
import { Rating } from '#ui/stars.tsx'
import link from '#ui/text-link.module.css'

/** The facts and rating of a seller, below its name. */
export function SellerHead({ seller }: { seller: SellerPage }) {
  const place = [seller.cities?.cityname, seller.province?.provincename].filter(Boolean).join(', ')
  return (
    <Card component="section" size="lg" aria-label="Tentang suplier">
      <div className={classes.head}>
        <Avatar name={seller.membername} address={seller.avatar} size={72} />
        <div className={classes.about}>
          <div className={classes.marks}>
            <ShopMark open={seller.statustoko} />
            <OnlineMark online={seller.online} />
          </div>
          <div className={classes.marks}>
            <Rating rating={seller.rating} reviews={seller.jmlreview} size={18} />
            <Quality {...seller} />
          </div>
          <ul className={classes.facts}>
            <li>
              <IconMapPin size={16} aria-hidden />
              {place || 'Lokasi belum diisi'}
            </li>
            {seller.contact && (
              <li>
                <IconPhone size={16} aria-hidden />
                <Contact text={seller.contact} />
              </li>
            )}
            <li>
              <IconClock size={16} aria-hidden />
              <LastActive at={seller.lastactive} />
            </li>
          </ul>
        </div>
      </div>
    </Card>
  )
}

function Contact({ text }: { text: string }) {
  const address = contactAddress(text)
  if (!address) return text
  return (
    <a href={address} target="_blank" rel="noopener noreferrer" className={link.link}>
      {text}
    </a>
  )
}

function LastActive({ at }: { at: Date | null }) {
  if (!at) return 'Belum pernah aktif'
  return (
    <time dateTime={at.toISOString()} title={wib(at)}>
      Aktif {relativeTime(at)}
    </time>
  )
}

// — Contact address

const messenger = /^(?:https?:\/\/)?(?:www\.)?(t\.me|wa\.me)\/(\+?\w{3,64})\/?$/i
const telegramName = /^@([a-z]\w{4,31})$/i
const localNumber = /^(?:\+?62|0)(8\d{7,12})$/

/**
 * The URL of a seller's contact, or null. The field is meant for Telegram and WhatsApp, so only these become links; other input is shown as text, so
 * that no link leads to an arbitrary site.
 */
export function contactAddress(contact: string): string | null {
  const text = contact.trim()
  const [, host, path] = messenger.exec(text) ?? []
  if (host && path) return `https://${host.toLowerCase()}/${path}`
  const name = telegramName.exec(text)?.[1]
  if (name) return `https://t.me/${name}`
  const number = localNumber.exec(text.replace(/[\s().-]/g, ''))?.[1]
  return number ? `https://wa.me/62${number}` : null
}
