/** Banners of the demo's home page. The pictures are part of the web app. */
export const demoBanners: readonly { image: string; caption: string }[] = [
  { image: '/banners/pulsa.svg', caption: 'Pulsa dan data semua operator' },
  { image: '/banners/pln.svg', caption: 'Token PLN dan tagihan' },
  { image: '/banners/rute.svg', caption: 'Satu suplier gagal, yang lain jalan' },
]
