/* Whether text is well-formed XML, as far as pictures use it, and safe to show: no declaration, no
 * script, no handler, nothing from outside, every reference to something in the document. */
#ifndef XML_CHECK_H
#define XML_CHECK_H

#include <stddef.h>

/* NULL if it is, else what is wrong and where; borrowed until the next call. */
const char *xml_fault(const char *text, size_t len);

#endif
