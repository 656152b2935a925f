package io.oxicloud.web;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.oxicloud.Seeds;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class HtmlTest {
    @ParameterizedTest
    @MethodSource("io.oxicloud.Seeds#all")
    void noTextAndNoValueBecomesMarkup(long seed) {
        String text = Seeds.text(new Random(seed), 100);

        String page = new Html().start("p", "title", text).text(text).finish();

        String inside = page.substring("<!DOCTYPE html>\n<p".length(), page.lastIndexOf("</p>"));
        assertEquals(1, inside.chars().filter(c -> c == '>').count(), page);
        assertEquals(0, inside.chars().filter(c -> c == '<' || c == '\'').count(), page);
        assertTrue(inside.chars().filter(c -> c == '"').count() <= 2, page);
    }

    @Test
    void everyDangerousCharacterIsEscaped() {
        assertEquals(
                "<!DOCTYPE html>\n<p>&lt;b&gt; &amp;amp; &quot;x&quot; &#39;y&#39;</p>\n",
                new Html().element("p", "<b> &amp; \"x\" 'y'").finish());
    }

    @Test
    void whatIsOpenIsClosedInOrder() {
        assertEquals(
                "<!DOCTYPE html>\n<ul><li><input required></li>\n</ul>\n",
                new Html()
                        .start("ul")
                        .start("li")
                        .start("input", "required", "")
                        .finish());
    }
}
