/** Of a banner (B-CONST-11). On phones the page shows a strip of it (`banners.module.css`), since the work comes first there. */
export const bannerHeight = 350
