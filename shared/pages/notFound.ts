export const notFoundTexts = {
  code: '404',
  title: 'Oops! Page not found',
  lead: 'There is nothing at this address. The page may have moved, or the link may have a typing error.',
  back: 'Return to Home',
} as const;

export const notFoundMeta = {
  title: 'Page Not Found',
  description:
    'There is nothing at this address. The page may have moved or the link may contain an error. The home page, our services and contact details are a click away.',
};
